// The yardstick: a WebSocket echo in plain C and epoll, as lean as it can be written while still
// doing what a WebSocket echo has to: answer the upgrade, unmask, check the frame, frame it back,
// answer pings and closes, and write once for all the frames of one read.
//
//     cc -O2 -o echo echo.c && ./echo 0        prints "listening PORT"
//     ./echo 0 broadcast                       frames each message once, and sends it to everybody
//
// `upford echo` is measured as a ratio to this program, in the same run on the same machine.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <endian.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { FRAME_MAX = 65535, CHUNK = FRAME_MAX + 14, OUTBOX_MAX = 262144 };

// What waits is allocated only while it waits.
typedef struct { uint8_t *bytes; size_t count; } Waiting;
typedef struct { int fd, upgraded; size_t place; Waiting in, out; } Connection;

static int broadcasts;
static Connection **all;
static size_t all_count, all_max;
static uint8_t inbuf[2 * CHUNK], outbuf[2 * CHUNK + 256];

static uint32_t rol(uint32_t x, int n) { return x << n | x >> (32 - n); }

static void sha1(const uint8_t *text, size_t count, uint8_t digest[20]) {
    uint32_t h[5] = {0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0}, w[80];
    uint8_t block[128] = {0};
    size_t padded = count + 9 <= 64 ? 64 : 128;
    memcpy(block, text, count);
    block[count] = 0x80;
    for (int i = 0; i < 8; i++) block[padded - 1 - i] = (uint8_t)((uint64_t)count * 8 >> 8 * i);
    for (size_t at = 0; at < padded; at += 64) {
        uint32_t a = h[0], b = h[1], c = h[2], d = h[3], e = h[4];
        for (int i = 0; i < 80; i++) {
            if (i < 16) { memcpy(&w[i], block + at + 4 * i, 4); w[i] = ntohl(w[i]); }
            else w[i] = rol(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
            uint32_t f = i < 20 ? (b & c) | (~b & d) : i < 40 ? b ^ c ^ d
                : i < 60 ? (b & c) | (b & d) | (c & d) : b ^ c ^ d;
            uint32_t k = i < 20 ? 0x5A827999 : i < 40 ? 0x6ED9EBA1 : i < 60 ? 0x8F1BBCDC : 0xCA62C1D6;
            uint32_t t = rol(a, 5) + f + e + k + w[i];
            e = d; d = c; c = rol(b, 30); b = a; a = t;
        }
        h[0] += a; h[1] += b; h[2] += c; h[3] += d; h[4] += e;
    }
    for (int i = 0; i < 5; i++) { uint32_t v = htonl(h[i]); memcpy(digest + 4 * i, &v, 4); }
}

static void accept_key(const char *key, char out[29]) {
    static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    uint8_t text[60], digest[21] = {0};
    memcpy(text, key, 24);
    memcpy(text + 24, "258EAFA5-E914-47DA-95CA-C5AB0DC85B11", 36);
    sha1(text, 60, digest);
    for (int i = 0, o = 0; i < 21; i += 3) {
        uint32_t v = digest[i] << 16 | digest[i + 1] << 8 | digest[i + 2];
        for (int shift = 18; shift >= 0; shift -= 6) out[o++] = alphabet[v >> shift & 63];
    }
    out[27] = '=';
    out[28] = 0;
}

// Each consumer returns the bytes it used up, 0 when there are too few, -1 to close.
static ssize_t upgrade(Connection *c, uint8_t *in, size_t count, size_t *out) {
    uint8_t *end = memmem(in, count, "\r\n\r\n", 4);
    if (!end) return count > 8192 ? -1 : 0;
    *end = 0;
    char *key = strcasestr((char *)in, "sec-websocket-key:");
    if (!key) return -1;
    for (key += 18; *key == ' '; key++) {}
    if (strcspn(key, "\r") != 24) return -1;
    char accepted[29];
    accept_key(key, accepted);
    *out += (size_t)sprintf((char *)outbuf + *out, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n", accepted);
    c->upgraded = 1;
    return end + 4 - in;
}

static ssize_t frame(uint8_t *in, size_t count, size_t *out) {
    if (count < 6) return 0;
    size_t head = 2, length = in[1] & 127;
    int opcode = in[0] & 15;
    if (!(in[1] & 128) || in[0] & 0x70 || length == 127) return -1;
    if (opcode >= 8 && (length > 125 || !(in[0] & 128))) return -1;
    if (length == 126) { length = (size_t)in[2] << 8 | in[3]; head = 4; }
    if (count < head + 4 + length) return 0;
    uint8_t *to = outbuf + *out, *from = in + head + 4;
    to[0] = opcode == 9 ? 0x8A : in[0];
    if (length < 126) { to[1] = (uint8_t)length; to += 2; }
    else { to[1] = 126; to[2] = (uint8_t)(length >> 8); to[3] = (uint8_t)length; to += 4; }
    uint32_t key32; memcpy(&key32, in + head, 4);
    uint64_t key = (uint64_t)key32 << 32 | key32, word;
    size_t i = 0;
    for (; i + 8 <= length; i += 8) { memcpy(&word, from + i, 8); word ^= key; memcpy(to + i, &word, 8); }
    for (; i < length; i++) to[i] = from[i] ^ (uint8_t)(key32 >> 8 * (i & 3));
    if (opcode == 10) return (ssize_t)(head + 4 + length);
    *out = (size_t)(to + length - outbuf);
    return opcode == 8 ? -1 : (ssize_t)(head + 4 + length);
}

static int keep(Waiting *waiting, const uint8_t *bytes, size_t count, size_t max) {
    if (waiting->count + count > max) return -1;
    uint8_t *grown = realloc(waiting->bytes, waiting->count + count);
    if (!grown) return -1;
    memcpy(grown + waiting->count, bytes, count);
    waiting->bytes = grown;
    waiting->count += count;
    return 0;
}

static void drop(Waiting *waiting) { free(waiting->bytes); *waiting = (Waiting){0}; }

static int watch(int epoll, Connection *c, int op) {
    struct epoll_event event = {EPOLLIN | (c->out.count ? EPOLLOUT : 0), {.ptr = c}};
    return epoll_ctl(epoll, op, c->fd, &event);
}

static int put(int epoll, Connection *c, const uint8_t *bytes, size_t count) {
    if (c->out.count) return keep(&c->out, bytes, count, OUTBOX_MAX);
    ssize_t sent = send(c->fd, bytes, count, MSG_NOSIGNAL);
    if (sent == (ssize_t)count) return 0;
    if (sent < 0 && errno != EAGAIN) return -1;
    size_t taken = sent < 0 ? 0 : (size_t)sent;
    return keep(&c->out, bytes + taken, count - taken, OUTBOX_MAX) || watch(epoll, c, EPOLL_CTL_MOD);
}

// A peer that takes no more is shut down, and freed when epoll says so: its event may be waiting.
static void put_to_all(int epoll, size_t count) {
    for (size_t i = 0; i < all_count; i++)
        if (all[i]->upgraded && put(epoll, all[i], outbuf, count)) shutdown(all[i]->fd, SHUT_RDWR);
}

static int flush(int epoll, Connection *c) {
    ssize_t sent = send(c->fd, c->out.bytes, c->out.count, MSG_NOSIGNAL);
    if (sent < 0) return errno == EAGAIN ? 0 : -1;
    memmove(c->out.bytes, c->out.bytes + sent, c->out.count -= (size_t)sent);
    if (c->out.count) return 0;
    drop(&c->out);
    return watch(epoll, c, EPOLL_CTL_MOD);
}

static int serve(int epoll, Connection *c) {
    size_t have = c->in.count, out = 0, used = 0;
    if (have) memcpy(inbuf, c->in.bytes, have);
    drop(&c->in);
    ssize_t got = recv(c->fd, inbuf + have, CHUNK, 0);
    if (got <= 0) return got < 0 && errno == EAGAIN ? keep(&c->in, inbuf, have, CHUNK) : -1;
    have += (size_t)got;
    ssize_t step = 0;
    while (used < have) {
        size_t before = out;
        int own = !c->upgraded || inbuf[used] & 8; // a handshake or a control frame
        step = c->upgraded ? frame(inbuf + used, have - used, &out)
            : upgrade(c, inbuf + used, have - used, &out);
        if (broadcasts && own && out > before) {
            if (put(epoll, c, outbuf + before, out - before)) return -1;
            out = before;
        }
        if (step <= 0) break;
        used += (size_t)step;
    }
    if (out && broadcasts) put_to_all(epoll, out);
    else if (out && put(epoll, c, outbuf, out)) return -1;
    if (step < 0) return -1;
    return used < have ? keep(&c->in, inbuf + used, have - used, CHUNK) : 0;
}

static int enlist(Connection *c) {
    if (all_count == all_max) {
        size_t max = all_max ? 2 * all_max : 64;
        Connection **grown = realloc(all, max * sizeof *all);
        if (!grown) return -1;
        all = grown;
        all_max = max;
    }
    c->place = all_count;
    all[all_count++] = c;
    return 0;
}

static void end(Connection *c) {
    all[c->place] = all[--all_count];
    all[c->place]->place = c->place;
    close(c->fd);
    drop(&c->in);
    drop(&c->out);
    free(c);
}

static void accept_all(int epoll, int listener) {
    for (int fd; (fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC)) >= 0;) {
        Connection *c = calloc(1, sizeof *c);
        if (!c || enlist(c)) { close(fd); free(c); continue; }
        c->fd = fd;
        watch(epoll, c, EPOLL_CTL_ADD);
    }
}

int main(int count, char **arguments) {
    signal(SIGPIPE, SIG_IGN);
    broadcasts = count > 2 && !strcmp(arguments[2], "broadcast");
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
        .sin_port = htons((uint16_t)(count > 1 ? atoi(arguments[1]) : 0))};
    socklen_t size = sizeof address;
    int on = 1, epoll = epoll_create1(EPOLL_CLOEXEC);
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    setsockopt(listener, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (bind(listener, (struct sockaddr *)&address, size) || listen(listener, 4096)) {
        perror("echo");
        return 1;
    }
    getsockname(listener, (struct sockaddr *)&address, &size);
    printf("listening %d\n", ntohs(address.sin_port));
    fflush(stdout);
    struct epoll_event events[256] = {{EPOLLIN, {.ptr = NULL}}};
    epoll_ctl(epoll, EPOLL_CTL_ADD, listener, events);
    for (;;) {
        int ready = epoll_wait(epoll, events, 256, -1);
        for (int i = 0; i < ready; i++) {
            Connection *c = events[i].data.ptr;
            if (!c) { accept_all(epoll, listener); continue; }
            int broken = events[i].events & EPOLLOUT && flush(epoll, c);
            if (!broken && events[i].events & ~(uint32_t)EPOLLOUT) broken = serve(epoll, c);
            if (broken) end(c);
        }
    }
}
