// Measures the stack that a function uses.
#include "CVerbatimStack.h"

#include <pthread.h>
#include <sys/mman.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif

int verbatim_stack_is_plain(void) {
#ifdef SANITIZED
    return 0;
#else
    return 1;
#endif
}

struct call {
    void (*work)(void *);
    void *context;
};

static void *run(void *argument) {
    struct call *call = argument;
    call->work(call->context);
    return NULL;
}

long verbatim_stack_use(size_t size, size_t reserve, void (*work)(void *), void *context) {
    // New memory is zero. A stack grows from its end to its start, whose first word that is not zero is the end
    // of what was used; work that needs more than the stack uses the reserve before it.
    size_t length = reserve + size;
    unsigned char *memory = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);
    if (memory == MAP_FAILED) return -1;
    long used = -1;
    struct call call = {work, context};
    pthread_attr_t attributes;
    pthread_t thread;
    if (pthread_attr_init(&attributes) == 0) {
        if (pthread_attr_setstack(&attributes, memory + reserve, size) == 0 &&
            pthread_create(&thread, &attributes, run, &call) == 0 && pthread_join(thread, NULL) == 0) {
            const long *word = (const long *)memory, *end = (const long *)(memory + length);
            while (word < end && *word == 0) word++;
            used = (long)(end - word) * (long)sizeof(long);
        }
        pthread_attr_destroy(&attributes);
    }
    munmap(memory, length);
    return used;
}
