"""A WebSocket client: connects to a URL, does what its second argument says, and prints what it has seen as JSON.

The fourth argument is the file of a certificate to trust, for TLS.
"""
import asyncio
import json
import ssl
import sys

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus


async def main(url, action, argument, certificate):
    options = {"compression": None, "ping_interval": None, "max_size": None}
    if certificate:
        options["ssl"] = ssl.create_default_context(cafile=certificate)
    try:
        socket = await connect(url, **options)
    except InvalidStatus as refusal:
        return {"status": refusal.response.status_code}
    seen = []
    if action == "echo":
        for number in range(int(argument)):
            await socket.send(str(number))
            seen.append(await socket.recv())
        await socket.close(1000, "done")
    elif action == "fragments":
        await socket.send(["frag", "ment", "ed"])
        seen.append(await socket.recv())
        await socket.close()
    elif action == "ping":
        pong = await socket.ping()
        await asyncio.wait_for(pong, 10)
        seen.append("pong")
        await socket.close()
    elif action == "large":
        try:
            await socket.send(bytes(int(argument)))
            await socket.recv()
        except ConnectionClosed:
            pass
    elif action == "raw":
        socket.transport.write(bytes.fromhex(argument))
        try:
            await socket.recv()
        except ConnectionClosed:
            pass
    elif action == "listen":
        try:
            async for message in socket:
                seen.append(message)
        except ConnectionClosed:
            pass
    elif action == "abort":
        await socket.send("before")
        await socket.recv()
        socket.transport.abort()
        return {"seen": seen}
    await socket.wait_closed()
    return {"seen": seen, "code": socket.close_code, "reason": socket.close_reason}


print(json.dumps(asyncio.run(main(*(sys.argv[1:] + ["", ""])[:4]))), flush=True)
