import { brotliDecompressSync } from "node:zlib";

const WOFF2_HEADER = 48;
const CMAP = 0;
const [GLYF, LOCA] = [10, 11];
/** A table with this number has its tag spelled out after the flags. */
const UNKNOWN_TAG = 63;

/**
 * The code points for which a WOFF2 file has glyphs, from its `cmap` table (formats 4 and 12). The ranges that
 * Fontsource declares are no substitute: they include a thousand code points without a glyph, Figtree's Œ among them.
 * @throws Error without such a table
 */
export function coveredCodePoints(woff2: Buffer): Set<number> {
  const cmap = cmapOf(woff2);
  const tables = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) =>
    cmap.subarray(cmap.readUInt32BE(4 + index * 8 + 4)),
  );
  const wide = tables.find((table) => table.readUInt16BE(0) === 12);
  if (wide) return fromFormat12(wide);
  const narrow = tables.find((table) => table.readUInt16BE(0) === 4);
  if (narrow) return fromFormat4(narrow);
  throw new Error("a font without a character map of format 4 or 12");
}

/** All tables are compressed as one stream, in the order of the directory before it. */
function cmapOf(woff2: Buffer): Buffer {
  let at = WOFF2_HEADER;
  let offset = 0;
  let found: { start: number; end: number } | undefined;
  const readLength = () => {
    let length = 0;
    let byte: number;
    do {
      byte = woff2.readUInt8(at++);
      length = length * 128 + (byte & 0x7f);
    } while (byte & 0x80);
    return length;
  };
  for (let table = 0; table < woff2.readUInt16BE(12); table += 1) {
    const flags = woff2.readUInt8(at++);
    const tag = flags & 0x3f;
    if (tag === UNKNOWN_TAG) at += 4;
    const original = readLength();
    const plainVersion = tag === GLYF || tag === LOCA ? 3 : 0;
    const length = flags >> 6 === plainVersion ? original : readLength();
    if (tag === CMAP) found = { start: offset, end: offset + length };
    offset += length;
  }
  if (!found) throw new Error("a font without a cmap table");
  const packed = woff2.subarray(at, at + woff2.readUInt32BE(20));
  return brotliDecompressSync(packed).subarray(found.start, found.end);
}

function fromFormat12(table: Buffer): Set<number> {
  const codes = new Set<number>();
  for (let group = 0; group < table.readUInt32BE(12); group += 1) {
    const at = 16 + group * 12;
    for (let code = table.readUInt32BE(at); code <= table.readUInt32BE(at + 4); code += 1) codes.add(code);
  }
  return codes;
}

function fromFormat4(table: Buffer): Set<number> {
  const codes = new Set<number>();
  const bytes = table.readUInt16BE(6);
  for (let at = 0; at < bytes; at += 2) {
    const [end, start, delta] = [14 + at, 16 + bytes + at, 16 + 2 * bytes + at].map((position) =>
      table.readUInt16BE(position),
    ) as [number, number, number];
    const rangeAt = 16 + 3 * bytes + at;
    const range = table.readUInt16BE(rangeAt);
    for (let code = start; code <= end && code !== 0xffff; code += 1) {
      const listed = range === 0 ? code : table.readUInt16BE(rangeAt + range + 2 * (code - start));
      const glyph = listed === 0 ? 0 : (listed + delta) & 0xffff;
      if (glyph !== 0) codes.add(code);
    }
  }
  return codes;
}
