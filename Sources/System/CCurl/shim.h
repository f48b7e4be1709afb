// libcurl's easy interface. Its calls with a variable number of arguments, which Swift cannot make,
// are given one fixed shape for each kind of argument.
#ifndef UPFOR_CCURL_SHIM_H
#define UPFOR_CCURL_SHIM_H

#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

typedef size_t (*upfor_curl_sink)(char *bytes, size_t one, size_t count, void *owner);
typedef int (*upfor_curl_progress)(
    void *owner, curl_off_t in, curl_off_t inNow, curl_off_t out, curl_off_t outNow);
typedef curl_socket_t (*upfor_curl_socket_maker)(
    void *owner, curlsocktype purpose, struct curl_sockaddr *address);

static inline CURLcode upfor_curl_start(void) { return curl_global_init(CURL_GLOBAL_DEFAULT); }

static inline CURLcode upfor_curl_set_number(CURL *curl, CURLoption option, long value) {
    return curl_easy_setopt(curl, option, value);
}

static inline CURLcode upfor_curl_set_text(CURL *curl, CURLoption option, const char *text) {
    return curl_easy_setopt(curl, option, text);
}

static inline CURLcode upfor_curl_set_pointer(CURL *curl, CURLoption option, void *pointer) {
    return curl_easy_setopt(curl, option, pointer);
}

/// libcurl keeps a copy of `bytes`.
static inline CURLcode upfor_curl_set_copy(
    CURL *curl, CURLoption option, const void *bytes, size_t count) {
    struct curl_blob blob = {(void *)bytes, count, CURL_BLOB_COPY};
    return curl_easy_setopt(curl, option, &blob);
}

/// `bytes` must stay until the transfer is over.
static inline CURLcode upfor_curl_set_body(CURL *curl, const void *bytes, curl_off_t count) {
    CURLcode code = curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, count);
    return code ? code : curl_easy_setopt(curl, CURLOPT_POSTFIELDS, bytes);
}

static inline void upfor_curl_set_sinks(
    CURL *curl, upfor_curl_sink body, upfor_curl_sink head, upfor_curl_progress progress,
    upfor_curl_socket_maker maker, void *owner) {
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, body);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, owner);
    curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, head);
    curl_easy_setopt(curl, CURLOPT_HEADERDATA, owner);
    curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, progress);
    curl_easy_setopt(curl, CURLOPT_XFERINFODATA, owner);
    curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, maker);
    curl_easy_setopt(curl, CURLOPT_OPENSOCKETDATA, owner);
}

/// What libcurl sends comes from `source`, `count` bytes in all.
static inline CURLcode upfor_curl_set_source(
    CURL *curl, upfor_curl_sink source, void *owner, curl_off_t count) {
    CURLcode code = curl_easy_setopt(curl, CURLOPT_UPLOAD, 1L);
    if (!code) code = curl_easy_setopt(curl, CURLOPT_INFILESIZE_LARGE, count);
    if (!code) code = curl_easy_setopt(curl, CURLOPT_READFUNCTION, source);
    return code ? code : curl_easy_setopt(curl, CURLOPT_READDATA, owner);
}

typedef int (*upfor_curl_seek)(void *owner, curl_off_t offset, int origin);

/// How libcurl returns to an earlier place of that, when it has to send again.
static inline CURLcode upfor_curl_set_seek(CURL *curl, upfor_curl_seek seek, void *owner) {
    CURLcode code = curl_easy_setopt(curl, CURLOPT_SEEKFUNCTION, seek);
    return code ? code : curl_easy_setopt(curl, CURLOPT_SEEKDATA, owner);
}

static inline long upfor_curl_status(CURL *curl) {
    long status = 0;
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
    return status;
}

#endif
