#ifndef UPFOR_COPENSSL_SHIM_H
#define UPFOR_COPENSSL_SHIM_H

#include <openssl/evp.h>
#include <openssl/rand.h>
#include <openssl/sha.h>

#endif
