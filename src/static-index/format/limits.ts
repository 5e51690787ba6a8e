/** Version of the format. A reader refuses every other one. */
export const FORMAT = 2;

/** Maximum size of a manifest, in bytes. A common one has some kilobytes. */
export const MAX_MANIFEST_BYTES = 1_000_000;
/** Maximum size of a file as it is transferred, in bytes. */
export const MAX_PACKED_BYTES = 8_000_000;
/** Maximum size of a file after unpacking, in bytes. */
export const MAX_UNPACKED_BYTES = 32_000_000;
/** Maximum number of layers of gzip around a file: ours, and one of a host that compresses what is compressed already. */
export const MAX_GZIP_LAYERS = 2;

/** Maximum number of parts of an index: versions times languages. */
export const MAX_PARTS = 1_000;
/** Maximum number of stop words of an index. */
export const MAX_COMMON_WORDS = 50_000;
/** Maximum number of sections of a part. */
export const MAX_SECTIONS = 2_000_000;
/** Maximum number of words of a lexicon. */
export const MAX_WORDS = 2_000_000;
/** Maximum number of entries in a file of words. */
export const MAX_ENTRIES = 200_000;
/** Maximum length of a key in a file of words, in UTF-16 units. Longer words are data that nobody types, and are left out. */
export const MAX_KEY_LENGTH = 128;
/** Maximum length of a site path of a page, in UTF-16 units. */
export const MAX_PATH_LENGTH = 4_096;
/** Maximum weighted frequency of a word in a section. BM25 does not tell higher ones apart. */
export const MAX_FREQUENCY = 16_383;
/** Maximum number of dimensions of a vector. */
export const MAX_DIMENSIONS = 512;
/** Maximum number of files of the vectors of sections. */
export const MAX_CELLS = 10_000;

/** Maximum number of ranges of sections of a part that are ranked higher or lower. */
export const MAX_BOOSTS = 10_000;
/** Maximum factor of them. */
export const MAX_BOOST = 1_000;
