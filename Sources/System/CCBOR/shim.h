// One item of CBOR at a time, by libcbor's streaming decoder: it allocates nothing, and follows no
// nesting. Its callbacks are C functions, which Swift cannot keep in a constant.
#ifndef UPFOR_CCBOR_SHIM_H
#define UPFOR_CCBOR_SHIM_H

#include <cbor.h>

enum upfor_cbor_kind {
    /// Not well-formed, too short, of indefinite length, or tagged.
    UPFOR_CBOR_REFUSED,
    UPFOR_CBOR_UNSIGNED,
    UPFOR_CBOR_NEGATIVE,
    UPFOR_CBOR_BYTES,
    UPFOR_CBOR_TEXT,
    UPFOR_CBOR_ARRAY,
    UPFOR_CBOR_MAP,
    /// A float, true, false, null or undefined.
    UPFOR_CBOR_OTHER,
};

struct upfor_cbor_item {
    enum upfor_cbor_kind kind;
    /// An unsigned integer, or n of a negative one that is -1 - n; the length of a string, or the
    /// number of entries.
    unsigned long long number;
    /// How many bytes it took; of an array or map, the head alone.
    size_t read;
};

static inline void upfor_cbor_put(void *item, enum upfor_cbor_kind kind, unsigned long long n) {
    ((struct upfor_cbor_item *)item)->kind = kind;
    ((struct upfor_cbor_item *)item)->number = n;
}

static void upfor_cbor_u8(void *item, uint8_t n) { upfor_cbor_put(item, UPFOR_CBOR_UNSIGNED, n); }
static void upfor_cbor_u16(void *item, uint16_t n) { upfor_cbor_put(item, UPFOR_CBOR_UNSIGNED, n); }
static void upfor_cbor_u32(void *item, uint32_t n) { upfor_cbor_put(item, UPFOR_CBOR_UNSIGNED, n); }
static void upfor_cbor_u64(void *item, uint64_t n) { upfor_cbor_put(item, UPFOR_CBOR_UNSIGNED, n); }
static void upfor_cbor_n8(void *item, uint8_t n) { upfor_cbor_put(item, UPFOR_CBOR_NEGATIVE, n); }
static void upfor_cbor_n16(void *item, uint16_t n) { upfor_cbor_put(item, UPFOR_CBOR_NEGATIVE, n); }
static void upfor_cbor_n32(void *item, uint32_t n) { upfor_cbor_put(item, UPFOR_CBOR_NEGATIVE, n); }
static void upfor_cbor_n64(void *item, uint64_t n) { upfor_cbor_put(item, UPFOR_CBOR_NEGATIVE, n); }
static void upfor_cbor_bytes(void *item, cbor_data bytes, size_t n) {
    (void)bytes;
    upfor_cbor_put(item, UPFOR_CBOR_BYTES, n);
}
static void upfor_cbor_text(void *item, cbor_data bytes, size_t n) {
    (void)bytes;
    upfor_cbor_put(item, UPFOR_CBOR_TEXT, n);
}
static void upfor_cbor_array(void *item, size_t n) { upfor_cbor_put(item, UPFOR_CBOR_ARRAY, n); }
static void upfor_cbor_map(void *item, size_t n) { upfor_cbor_put(item, UPFOR_CBOR_MAP, n); }
static void upfor_cbor_float(void *item, float n) {
    (void)n;
    upfor_cbor_put(item, UPFOR_CBOR_OTHER, 0);
}
static void upfor_cbor_double(void *item, double n) {
    (void)n;
    upfor_cbor_put(item, UPFOR_CBOR_OTHER, 0);
}
static void upfor_cbor_bool(void *item, bool n) { upfor_cbor_put(item, UPFOR_CBOR_OTHER, n); }
static void upfor_cbor_none(void *item) { upfor_cbor_put(item, UPFOR_CBOR_OTHER, 0); }

/// The first item of `count` bytes.
static inline struct upfor_cbor_item upfor_cbor_next(const unsigned char *bytes, size_t count) {
    struct cbor_callbacks found = cbor_empty_callbacks;
    found.uint8 = upfor_cbor_u8;
    found.uint16 = upfor_cbor_u16;
    found.uint32 = upfor_cbor_u32;
    found.uint64 = upfor_cbor_u64;
    found.negint8 = upfor_cbor_n8;
    found.negint16 = upfor_cbor_n16;
    found.negint32 = upfor_cbor_n32;
    found.negint64 = upfor_cbor_n64;
    found.byte_string = upfor_cbor_bytes;
    found.string = upfor_cbor_text;
    found.array_start = upfor_cbor_array;
    found.map_start = upfor_cbor_map;
    found.float2 = upfor_cbor_float;
    found.float4 = upfor_cbor_float;
    found.float8 = upfor_cbor_double;
    found.boolean = upfor_cbor_bool;
    found.null = upfor_cbor_none;
    found.undefined = upfor_cbor_none;
    struct upfor_cbor_item item = {UPFOR_CBOR_REFUSED, 0, 0};
    struct cbor_decoder_result result = cbor_stream_decode(bytes, count, &found, &item);
    if (result.status != CBOR_DECODER_FINISHED) item.kind = UPFOR_CBOR_REFUSED;
    item.read = result.read;
    return item;
}

#endif
