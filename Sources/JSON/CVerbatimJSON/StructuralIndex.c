#include "StructuralIndex.h"

// "Parsing Gigabytes of JSON per Second" (Langdale, Lemire; https://arxiv.org/abs/1902.08318), sections 3.1
// and 3.2: bytes become masks of 64 bits, one for each class of bytes, and arithmetic on them finds strings
// and tokens.

#define INLINE static inline __attribute__((always_inline))

// The bytes of each class in a block.
typedef struct {
    uint64_t quote, backslash, bracket, separator, space, control, high;
} byte_masks;

// Implemented per instruction set. '[' and '{', ']' and '}' differ in the bit 0x20 only; with it set, one
// comparison finds both.
typedef void classifier(const uint8_t *bytes, byte_masks *masks);
// Each bit becomes the parity of itself and all lower bits.
typedef uint64_t parity(uint64_t bits);

INLINE uint64_t shifted_parity(uint64_t bits) {
    for (int shift = 1; shift < 64; shift *= 2) bits ^= bits << shift;
    return bits;
}

// The bytes after a backslash that is not escaped itself: every second byte of a run of backslashes, and the
// byte after a run of odd length. Adding its start to a run carries to the byte after it.
INLINE uint64_t escaped_bytes(uint64_t backslash, structural_index_state *state) {
    if (backslash == 0) {
        const uint64_t escaped = state->escaped_first;
        state->escaped_first = 0;
        return escaped;
    }
    const uint64_t even = 0x5555555555555555;
    const uint64_t runs = backslash & ~state->escaped_first;
    const uint64_t after = runs << 1 | state->escaped_first;
    const uint64_t odd_starts = runs & ~even & ~after;
    uint64_t sum;
    state->escaped_first = __builtin_add_overflow(odd_starts, runs, &sum);
    return (even ^ sum << 1) & after;
}

// One instruction where there is one: `tzcnt` is 64 for no bits.
INLINE uint32_t first_bit(uint64_t bits) { return bits ? (uint32_t)__builtin_ctzll(bits) : 64; }

// Writes eight entries at a time, even if there are fewer; the surplus is overwritten later.
INLINE uint32_t *append(uint32_t *entries, uint32_t offset, uint64_t found) {
    uint32_t *const end = entries + __builtin_popcountll(found);
    do {
#pragma clang loop unroll(full)
        for (int i = 0; i < 8; i++) {
            uint32_t position = first_bit(found);
            __asm__("" : "+r"(position));  // prevents a vector computation of all eight, which is slower
            entries[i] = offset + position;
            found &= found - 1;
        }
        entries += 8;
    } while (found != 0);
    return end;
}

// The same, with the mark at the ends of strings that contain a backslash.
INLINE uint32_t *append_marked(uint32_t *entries, uint32_t offset, uint64_t found, uint64_t ends, uint64_t backslash,
                               structural_index_state *state) {
    for (; found != 0; found &= found - 1) {
        const uint64_t bit = found & -found;
        if (backslash & (bit - 1)) state->pending_mark = structural_index_escape_mark;
        backslash &= ~(bit - 1);
        *entries = offset + first_bit(found);
        if (ends & bit) {
            *entries |= state->pending_mark;
            state->pending_mark = 0;
        }
        entries++;
    }
    if (backslash) state->pending_mark = structural_index_escape_mark;
    return entries;
}

INLINE uint32_t *index_block(const byte_masks *m, uint32_t offset, structural_index_state *state, uint32_t *entries,
                             structural_index_contents *contents, parity *parity_of) {
    const uint64_t escaped = escaped_bytes(m->backslash, state);
    const uint64_t quote = m->quote & ~escaped;
    // Ones from each opening quotation mark to the byte before the closing one.
    const uint64_t string = parity_of(quote) ^ state->inside_string;
    state->inside_string = (uint64_t)((int64_t)string >> 63);

    const uint64_t scalar = ~(m->bracket | m->separator | m->space | quote);
    const uint64_t scalar_start = scalar & ~(scalar << 1 | state->scalar_goes_on);
    state->scalar_goes_on = scalar >> 63;

    state->separators += (uint64_t)__builtin_popcountll(m->separator & ~string);
    state->faults |= (m->control & string) | (m->backslash & ~string);
    *contents = (structural_index_contents){escaped & ~(m->quote | m->backslash), m->high};

    const uint64_t found = ((m->bracket | scalar_start) & ~string) | quote;
    if (__builtin_expect((m->backslash | state->pending_mark) == 0, 1)) return append(entries, offset, found);
    return append_marked(entries, offset, found, quote & ~string, m->backslash, state);
}

INLINE size_t index_all(const uint8_t *bytes, uint32_t offset, size_t blocks, structural_index_state *state,
                        uint32_t *entries, structural_index_contents *contents, classifier *classify, parity *parity_of) {
    structural_index_state local = *state;
    uint32_t *end = entries;
    for (size_t i = 0; i < blocks; i++) {
        byte_masks masks;
        classify(bytes + 64 * i, &masks);
        end = index_block(&masks, offset + 64 * (uint32_t)i, &local, end, contents + i, parity_of);
    }
    *state = local;
    return (size_t)(end - entries);
}

#if defined(__x86_64__)
#include <immintrin.h>

#define WIDEST "avx512bw,pclmul,popcnt,bmi"
#define WIDE "avx2,pclmul,popcnt,bmi"

__attribute__((target("pclmul"), always_inline)) static inline uint64_t multiplied_parity(uint64_t bits) {
    const __m128i product = _mm_clmulepi64_si128(_mm_set_epi64x(0, (int64_t)bits), _mm_set1_epi8(-1), 0);
    return (uint64_t)_mm_cvtsi128_si64(product);
}

__attribute__((target(WIDEST), always_inline)) static inline void classify_64(const uint8_t *bytes, byte_masks *m) {
    const __m512i v = _mm512_loadu_si512(bytes);
    const __m512i folded = _mm512_or_si512(v, _mm512_set1_epi8(0x20));
#define EQUAL(vector, byte) _mm512_cmpeq_epi8_mask(vector, _mm512_set1_epi8(byte))
    m->quote = EQUAL(v, '"');
    m->backslash = EQUAL(v, '\\');
    m->bracket = EQUAL(folded, '{') | EQUAL(folded, '}');
    m->separator = EQUAL(v, ':') | EQUAL(v, ',');
    m->space = EQUAL(v, ' ') | EQUAL(v, '\t') | EQUAL(v, '\n') | EQUAL(v, '\r');
    m->control = _mm512_cmplt_epu8_mask(v, _mm512_set1_epi8(0x20));
    m->high = _mm512_movepi8_mask(v);
#undef EQUAL
}

__attribute__((target(WIDE), always_inline)) static inline void classify_32(const uint8_t *bytes, byte_masks *m) {
    *m = (byte_masks){0};
    for (int i = 0; i < 64; i += 32) {
        const __m256i v = _mm256_loadu_si256((const __m256i *)(bytes + i));
        const __m256i folded = _mm256_or_si256(v, _mm256_set1_epi8(0x20));
#define EQUAL(vector, byte) _mm256_cmpeq_epi8(vector, _mm256_set1_epi8(byte))
#define EITHER(a, b) _mm256_or_si256(a, b)
#define BITS(vector) ((uint64_t)(uint32_t)_mm256_movemask_epi8(vector) << i)
        m->quote |= BITS(EQUAL(v, '"'));
        m->backslash |= BITS(EQUAL(v, '\\'));
        m->bracket |= BITS(EITHER(EQUAL(folded, '{'), EQUAL(folded, '}')));
        m->separator |= BITS(EITHER(EQUAL(v, ':'), EQUAL(v, ',')));
        m->space |= BITS(EITHER(EITHER(EQUAL(v, ' '), EQUAL(v, '\t')), EITHER(EQUAL(v, '\n'), EQUAL(v, '\r'))));
        m->control |= BITS(_mm256_cmpeq_epi8(_mm256_min_epu8(v, _mm256_set1_epi8(0x1f)), v));
        m->high |= BITS(v);
#undef EQUAL
#undef EITHER
#undef BITS
    }
}

INLINE void classify_16(const uint8_t *bytes, byte_masks *m) {
    *m = (byte_masks){0};
    for (int i = 0; i < 64; i += 16) {
        const __m128i v = _mm_loadu_si128((const __m128i *)(bytes + i));
        const __m128i folded = _mm_or_si128(v, _mm_set1_epi8(0x20));
#define EQUAL(vector, byte) _mm_cmpeq_epi8(vector, _mm_set1_epi8(byte))
#define EITHER(a, b) _mm_or_si128(a, b)
#define BITS(vector) ((uint64_t)(uint32_t)_mm_movemask_epi8(vector) << i)
        m->quote |= BITS(EQUAL(v, '"'));
        m->backslash |= BITS(EQUAL(v, '\\'));
        m->bracket |= BITS(EITHER(EQUAL(folded, '{'), EQUAL(folded, '}')));
        m->separator |= BITS(EITHER(EQUAL(v, ':'), EQUAL(v, ',')));
        m->space |= BITS(EITHER(EITHER(EQUAL(v, ' '), EQUAL(v, '\t')), EITHER(EQUAL(v, '\n'), EQUAL(v, '\r'))));
        m->control |= BITS(_mm_cmpeq_epi8(_mm_min_epu8(v, _mm_set1_epi8(0x1f)), v));
        m->high |= BITS(v);
#undef EQUAL
#undef EITHER
#undef BITS
    }
}

#define PARAMETERS                                                                                           \
    const uint8_t *bytes, uint32_t offset, size_t blocks, structural_index_state *state, uint32_t *entries,       \
        structural_index_contents *contents
#define ARGUMENTS bytes, offset, blocks, state, entries, contents

__attribute__((target(WIDEST))) static size_t index_64(PARAMETERS) {
    return index_all(ARGUMENTS, classify_64, multiplied_parity);
}

__attribute__((target(WIDE))) static size_t index_32(PARAMETERS) {
    return index_all(ARGUMENTS, classify_32, multiplied_parity);
}

size_t structural_index_blocks(PARAMETERS) {
    const int has_bits = __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("popcnt") &&
                         __builtin_cpu_supports("bmi");
    if (has_bits && __builtin_cpu_supports("avx512bw")) return index_64(ARGUMENTS);
    if (has_bits && __builtin_cpu_supports("avx2")) return index_32(ARGUMENTS);
    return index_all(ARGUMENTS, classify_16, shifted_parity);
}

#else

#if defined(__aarch64__)
#include <arm_neon.h>

// Each byte of a comparison keeps the bit of its position among eight; pairwise sums combine them.
INLINE uint64_t bits_of(uint8x16_t a, uint8x16_t b, uint8x16_t c, uint8x16_t d) {
    const uint8x16_t bit = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    const uint8x16_t ab = vpaddq_u8(vandq_u8(a, bit), vandq_u8(b, bit));
    const uint8x16_t cd = vpaddq_u8(vandq_u8(c, bit), vandq_u8(d, bit));
    const uint8x16_t sums = vpaddq_u8(ab, cd);
    return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(sums, sums)), 0);
}

INLINE void classify(const uint8_t *bytes, byte_masks *m) {
    uint8x16_t v[4], folded[4];
    for (int k = 0; k < 4; k++) {
        v[k] = vld1q_u8(bytes + 16 * k);
        folded[k] = vorrq_u8(v[k], vdupq_n_u8(0x20));
    }
#define EACH(test) bits_of(test(0), test(1), test(2), test(3))
#define EQUAL(vector, byte) vceqq_u8(vector, vdupq_n_u8(byte))
#define QUOTE(k) EQUAL(v[k], '"')
#define BACKSLASH(k) EQUAL(v[k], '\\')
#define BRACKET(k) vorrq_u8(EQUAL(folded[k], '{'), EQUAL(folded[k], '}'))
#define SEPARATOR(k) vorrq_u8(EQUAL(v[k], ':'), EQUAL(v[k], ','))
#define SPACE_OR_TAB(k) vorrq_u8(EQUAL(v[k], ' '), EQUAL(v[k], '\t'))
#define SPACE(k) vorrq_u8(SPACE_OR_TAB(k), vorrq_u8(EQUAL(v[k], '\n'), EQUAL(v[k], '\r')))
#define CONTROL(k) vcltq_u8(v[k], vdupq_n_u8(0x20))
#define HIGH(k) vcgeq_u8(v[k], vdupq_n_u8(0x80))
    *m = (byte_masks){EACH(QUOTE), EACH(BACKSLASH), EACH(BRACKET), EACH(SEPARATOR),
                      EACH(SPACE), EACH(CONTROL),   EACH(HIGH)};
}

#else

INLINE void classify(const uint8_t *bytes, byte_masks *m) {
    *m = (byte_masks){0};
    for (int k = 0; k < 64; k++) {
        const uint8_t byte = bytes[k], folded = byte | 0x20;
        m->quote |= (uint64_t)(byte == '"') << k;
        m->backslash |= (uint64_t)(byte == '\\') << k;
        m->bracket |= (uint64_t)(folded == '{' || folded == '}') << k;
        m->separator |= (uint64_t)(byte == ':' || byte == ',') << k;
        m->space |= (uint64_t)(byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r') << k;
        m->control |= (uint64_t)(byte < 0x20) << k;
        m->high |= (uint64_t)(byte >= 0x80) << k;
    }
}
#endif

size_t structural_index_blocks(const uint8_t *bytes, uint32_t offset, size_t blocks, structural_index_state *state,
                    uint32_t *entries, structural_index_contents *contents) {
    return index_all(bytes, offset, blocks, state, entries, contents, classify, shifted_parity);
}
#endif
