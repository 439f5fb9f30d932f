#if __has_include(<nats/nats.h>)
  #include <nats/nats.h>
#else
  #error "StreamsNATS needs the C client of NATS: apt-get install libnats-dev"
#endif
