// The declarations that this package uses, as in
// https://github.com/apple-oss-distributions/libpthread/blob/main/include/pthread/pthread.h
#pragma once
#include <stddef.h>

typedef struct _opaque_pthread_t *pthread_t;
typedef struct {
    long __sig;
    char __opaque[56];
} pthread_attr_t;

pthread_t pthread_self(void);
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument);
int pthread_join(pthread_t thread, void **value);
int pthread_attr_init(pthread_attr_t *attributes);
int pthread_attr_destroy(pthread_attr_t *attributes);
int pthread_attr_setstack(pthread_attr_t *attributes, void *stack, size_t size);
size_t pthread_get_stacksize_np(pthread_t thread);
void *pthread_get_stackaddr_np(pthread_t thread);
