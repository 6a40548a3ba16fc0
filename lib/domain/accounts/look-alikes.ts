/** Signs that are easily read as a letter. */
export const LOOK_ALIKES: Readonly<Record<string, readonly string[]>> = {
  a: ["4"],
  b: ["8"],
  e: ["3"],
  g: ["9"],
  i: ["1", "l", "j"],
  j: ["i", "1", "l"],
  l: ["1"],
  m: ["rn"],
  o: ["0"],
  s: ["5"],
  t: ["7"],
  w: ["vv"],
};

/** The letters that each sign is read as. Of letters only a capital I and a small l, whose shapes are the same. */
const TAKEN_FOR = new Map<string, string[]>([
  ["I", ["l"]],
  ["l", ["i"]],
]);
for (const [letter, signs] of Object.entries(LOOK_ALIKES)) {
  for (const sign of signs) {
    if (!/^[a-z]$/.test(sign)) TAKEN_FOR.set(sign, [...(TAKEN_FOR.get(sign) ?? []), letter]);
  }
}

/** What is read as one: two letters that look like one, a letter three times or more, and any other sign. */
const SIGN = /rn|vv|([a-z])\1{2,}|./gi;

/** The most readings of a name that are looked up. */
const MOST = 64;

/**
 * The usernames, in lower case, that a username can be read as, itself first: with letters for the signs that look like
 * them, and with a letter once or twice that it has three times or more.
 */
export function readingsOf(username: string): string[] {
  let readings = [""];
  for (const [sign, repeated] of username.matchAll(SIGN)) {
    const alike = TAKEN_FOR.get(sign) ?? TAKEN_FOR.get(sign.toLowerCase()) ?? [];
    const fewer = repeated === undefined ? [] : [repeated, repeated + repeated];
    const options = [sign, ...alike, ...fewer];
    readings =
      readings.length * options.length > MOST
        ? readings.map((reading) => reading + (options[1] ?? sign))
        : options.flatMap((option) => readings.map((reading) => reading + option));
  }
  return [...new Set([username, ...readings].map((reading) => reading.toLowerCase()))];
}
