#ifndef CVERBATIM_STACK_H
#define CVERBATIM_STACK_H

#include <stddef.h>

/// Whether builds like this one use the stack that the program needs; those with a sanitizer use more.
int verbatim_stack_is_plain(void);

/// Calls a function on a new thread, and returns the number of bytes of stack that it used, or -1 if there is
/// no memory for the thread.
///
/// @param size The size of the stack, in bytes, a multiple of the size of a page.
/// @param reserve The number of bytes that the function may use beyond it, also a multiple.
long verbatim_stack_use(size_t size, size_t reserve, void (*work)(void *), void *context);

#endif
