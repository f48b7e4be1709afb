// What Swift cannot import of OpenSSL: its macros, each as one function or constant.
#ifndef UPFOR_COPENSSL_SHIM_H
#define UPFOR_COPENSSL_SHIM_H

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

/// Options of both ends. An end of stream without close_notify counts as one with it: the protocols
/// that we carry mark their own ends. No renegotiation: it is the peer's lever on our processor.
static const unsigned long long UPFOR_OPTIONS =
    SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION | SSL_OP_IGNORE_UNEXPECTED_EOF;
/// Further options of a server: its own order of ciphers, unless the client asks for ChaCha first
/// because it has no hardware for AES.
static const unsigned long long UPFOR_SERVER_OPTIONS =
    SSL_OP_CIPHER_SERVER_PREFERENCE | SSL_OP_PRIORITIZE_CHACHA;
static const unsigned long long UPFOR_NO_TICKET = SSL_OP_NO_TICKET;

static inline int upfor_ctx_set_min_version(SSL_CTX *context, int version) {
    return (int)SSL_CTX_set_min_proto_version(context, version);
}

static inline void upfor_ctx_set_mode(SSL_CTX *context, long on, long off) {
    SSL_CTX_set_mode(context, on);
    SSL_CTX_clear_mode(context, off);
}

static inline void upfor_ctx_keep_no_sessions(SSL_CTX *context) {
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
}

static inline void upfor_ctx_read_ahead(SSL_CTX *context) { SSL_CTX_set_read_ahead(context, 1); }

/// On success the certificate belongs to the context.
static inline int upfor_ctx_add_to_chain(SSL_CTX *context, X509 *certificate) {
    return (int)SSL_CTX_add0_chain_cert(context, certificate);
}

static inline int upfor_ssl_name_server(SSL *ssl, const char *name) {
    return (int)SSL_set_tlsext_host_name(ssl, name);
}

static inline void upfor_ssl_set_msg_callback_arg(SSL *ssl, void *argument) {
    SSL_set_msg_callback_arg(ssl, argument);
}

static inline void upfor_bio_retry_read(BIO *bio) { BIO_set_retry_read(bio); }
static inline void upfor_bio_retry_write(BIO *bio) { BIO_set_retry_write(bio); }
static inline void upfor_bio_clear_retry(BIO *bio) { BIO_clear_retry_flags(bio); }

#endif
