/** The size in which photos are compared: nine columns make eight differences in each of eight rows. */
export const HASHED = { width: 9, height: 8 };

/** The most bits by which a hash may differ from one of a photo without detail. */
const PLAIN_BITS = 6;

/**
 * The difference hash of a photo, from its brightness in the size `HASHED`: a bit for each pair of neighbours, set
 * where it gets brighter to the right, as PostgreSQL's signed 64 bits. Scaled, recompressed and recoloured copies
 * differ in few bits. Null for a photo without detail, which is like every other of its kind.
 */
export function differenceHash(brightness: Uint8Array): bigint | null {
  const { width, height } = HASHED;
  let hash = 0n;
  let count = 0;
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column + 1 < width; column += 1) {
      const place = row * width + column;
      const isBrighter = (brightness[place + 1] ?? 0) > (brightness[place] ?? 0);
      hash = (hash << 1n) | (isBrighter ? 1n : 0n);
      count += isBrighter ? 1 : 0;
    }
  }
  return count <= PLAIN_BITS || count >= 64 - PLAIN_BITS ? null : BigInt.asIntN(64, hash);
}
