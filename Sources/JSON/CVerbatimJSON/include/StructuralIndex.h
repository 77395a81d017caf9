#pragma once
#include <stddef.h>
#include <stdint.h>

/// What the index of one block of 64 bytes leaves to the next. Zero before the first.
typedef struct {
    uint64_t inside_string;   ///< all ones inside a string
    uint64_t escaped_first;   ///< one if the first byte is escaped
    uint64_t scalar_goes_on;  ///< one if the first byte goes on with a number or literal
    uint32_t pending_mark;    ///< the mark for the end of the current string
    uint64_t separators;      ///< how many colons and commas there are outside of strings so far
    uint64_t faults;          ///< not zero after a control character in a string or a backslash outside
} block_index_state;

/// What is left to be checked in one block, one bit a byte, the lowest for the first.
typedef struct {
    uint64_t escaped;  ///< behind the backslash of an escape, unless it is a quotation mark or a backslash
    uint64_t high;     ///< above 0x7f
} block_contents;

/// The mark of an entry that ends a string with a backslash in it.
enum { block_index_escape_mark = 1u << 31 };

/// Writes where tokens begin in `blocks` times 64 bytes that stand at `offset` in their document.
///
/// An entry is the offset of a bracket, of a quotation mark that begins or ends a string, or of the first byte of
/// anything else outside strings that is no white space, colon or comma. Returns how many there are, at most one a
/// byte; up to 64 words behind them may be overwritten.
///
/// This is in C because Swift has neither the bit mask of a vector comparison nor code for several instruction sets in
/// one program; it takes the widest that the processor has.
size_t index_blocks(const uint8_t *bytes, uint32_t offset, size_t blocks, block_index_state *state,
                    uint32_t *entries, block_contents *contents);
