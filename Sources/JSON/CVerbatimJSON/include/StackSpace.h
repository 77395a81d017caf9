#pragma once
#include <stddef.h>

/// Returns the number of bytes of stack that are left to the thread; `SIZE_MAX` if its stack is unknown.
///
/// This is in C because Swift has no variables of threads, in which the end of the stack is kept.
size_t stack_space(void);
