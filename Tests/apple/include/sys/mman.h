// The declarations that this package uses, as in
// https://github.com/apple-oss-distributions/xnu/blob/main/bsd/sys/mman.h
#pragma once
#include <stddef.h>

#define PROT_READ 0x01
#define PROT_WRITE 0x02
#define MAP_PRIVATE 0x0002
#define MAP_ANON 0x1000
#define MAP_FAILED ((void *)-1)

void *mmap(void *address, size_t length, int protection, int flags, int descriptor, long long offset);
int munmap(void *address, size_t length);
