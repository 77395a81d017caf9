#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "StackSpace.h"
#include <pthread.h>
#include <stdint.h>

/// The lowest address of the thread's stack: 0 before it was looked up, 1 if it is unknown.
static _Thread_local uintptr_t stack_end;

static uintptr_t find_stack_end(void) {
#if defined(__APPLE__)
    pthread_t thread = pthread_self();
    return (uintptr_t)pthread_get_stackaddr_np(thread) - pthread_get_stacksize_np(thread);
#elif defined(__linux__)
    pthread_attr_t attributes;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return 1;
    void *stack = NULL;
    size_t size = 0;
    int error = pthread_attr_getstack(&attributes, &stack, &size);
    pthread_attr_destroy(&attributes);
    return error == 0 ? (uintptr_t)stack : 1;
#else
    return 1;
#endif
}

size_t stack_space(void) {
    uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    if (stack_end == 0) stack_end = find_stack_end();
    return stack_end > 1 && here > stack_end ? here - stack_end : SIZE_MAX;
}
