"""A WebSocket server whose behaviour is chosen by the path. Prints its port; ends when its input is closed.

The files of a certificate and its key, if they are named, make it a server over TLS.
"""
import asyncio
import json
import ssl
import sys
from urllib.parse import parse_qs, urlsplit

from websockets.asyncio.server import serve
from websockets.exceptions import ConnectionClosed


async def behave(socket):
    url = urlsplit(socket.request.path)
    arguments = {key: values[0] for key, values in parse_qs(url.query).items()}
    if url.path == "/echo":
        async for message in socket:
            await socket.send(message)
    elif url.path == "/push":
        size = int(arguments.get("size", 0))
        for number in range(int(arguments["count"])):
            await socket.send(str(number) if size == 0 else bytes(size))
        await socket.close(int(arguments.get("code", 1000)), arguments.get("reason", ""))
    elif url.path == "/fragments":
        await socket.send(["one ", "two ", "three"])
        await socket.send([b"\x01", b"\x02"])
    elif url.path == "/ping":
        # Pings from inside a fragmented message, and says whether they were answered.
        pong = await socket.ping(b"payload")
        try:
            await asyncio.wait_for(pong, 10)
            await socket.send("answered")
        except asyncio.TimeoutError:
            await socket.send("unanswered")
    elif url.path == "/raw":
        # Bytes that are not a frame of this library's making.
        socket.transport.write(bytes.fromhex(arguments["hex"]))
        await socket.wait_closed()
        print(json.dumps({"code": socket.close_code}), flush=True)
    elif url.path == "/abort":
        await socket.send("before")
        await socket.recv()
        socket.transport.abort()
    elif url.path == "/report":
        try:
            count = 0
            async for message in socket:
                count += 1
        except ConnectionClosed:
            pass
        print(json.dumps({"code": socket.close_code, "reason": socket.close_reason, "count": count}), flush=True)
    elif url.path == "/stall":
        # Reads nothing until told to by its input.
        await stalled.wait()
        count = 0
        async for message in socket:
            count += 1
        print(json.dumps({"count": count}), flush=True)


def choose(socket, offered):
    return "a" if "a" in offered else None


async def main():
    global stalled
    stalled = asyncio.Event()
    loop = asyncio.get_running_loop()
    done = loop.create_future()

    def listen():
        line = sys.stdin.readline()
        if line == "":
            loop.remove_reader(sys.stdin)
            if not done.done():
                done.set_result(None)
        elif line.strip() == "go":
            stalled.set()

    loop.add_reader(sys.stdin, listen)
    options = {"max_size": None, "max_queue": 1, "compression": None, "ping_interval": None}
    if len(sys.argv) > 2:
        options["ssl"] = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        options["ssl"].load_cert_chain(*sys.argv[1:3])
    async with serve(behave, "127.0.0.1", 0, subprotocols=["a"], select_subprotocol=choose, **options) as server:
        print(server.sockets[0].getsockname()[1], flush=True)
        await done


asyncio.run(main())
