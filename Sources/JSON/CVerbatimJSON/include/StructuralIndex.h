#pragma once
#include <stddef.h>
#include <stdint.h>

/// The state of the index between two blocks of 64 bytes; zero before the first.
typedef struct {
    uint64_t inside_string;   ///< all ones inside a string
    uint64_t escaped_first;   ///< one if the first byte is escaped
    uint64_t scalar_goes_on;  ///< one if the first byte continues a number or literal
    uint32_t pending_mark;    ///< the mark for the end of the current string
    uint64_t separators;      ///< the number of colons and commas outside strings so far
    uint64_t faults;          ///< nonzero after a control character in a string or a backslash outside strings
} structural_index_state;

/// The bytes of a block that remain to be checked, one bit per byte, the lowest for the first.
typedef struct {
    uint64_t escaped;  ///< after the backslash of an escape, but neither a quotation mark nor a backslash
    uint64_t high;     ///< above 0x7f
} structural_index_contents;

/// The mark of an entry that ends a string containing a backslash.
enum { structural_index_escape_mark = 1u << 31 };

/// Writes the offsets of the tokens in `blocks` times 64 bytes, which are at `offset` in their document.
///
/// An entry is the offset of a bracket, of a quotation mark that begins or ends a string, or of the first
/// byte of any other token outside strings but colons and commas. Returns the number of entries, at most one
/// per byte; up to 64 words after them may be overwritten.
///
/// This is in C because Swift has neither the bit mask of a vector comparison nor code for several
/// instruction sets in one program. The function uses the widest instruction set of the processor.
size_t structural_index_blocks(const uint8_t *bytes, uint32_t offset, size_t blocks, structural_index_state *state,
                               uint32_t *entries, structural_index_contents *contents);
