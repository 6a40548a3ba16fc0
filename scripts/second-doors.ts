/** What is done to a picture, a text or an address from outside, and the one file that does it (trust.md 40). */
const DOORS: { what: string; pattern: RegExp; home: RegExp }[] = [
  {
    what: "opens pictures",
    pattern: /(?:from\s+|import\s*\(?\s*|require\(\s*)["'](?:sharp|jimp|@napi-rs\/|@img\/)/,
    home: /^lib\/providers\/pictures\.ts$/,
  },
  {
    what: "judges the characters of a text",
    pattern: /\\p\{(?:Cc|Cs|C)\}|\\u202[ae]/i,
    home: /^lib\/ground\/text-rules\.ts$/,
  },
  {
    what: "looks for card numbers in a text",
    pattern: /\bcontainsCardNumber\b/,
    home: /^lib\/ground\/(?:text-rules|card-number)\.ts$/,
  },
  {
    what: "judges where an address leads",
    pattern: /startsWith\(\s*["'`]\/[/\\]|\/\^\\\/\[|https?:\/\/[\w.-]*\.invalid\b/,
    home: /^lib\/web\/safe-path\.ts$/,
  },
  {
    what: "judges whether somebody can be paid",
    pattern:
      /\b(?:payeeState|isReady)\(|\bpayee\.state\b|\b(?!users)\w+\.bankAccountVerified\b|\bpayouts\s*={1,3}\s*["']active["']/,
    home: /^lib\/domain\/(?:holds\/(?:standing-rules|guards)|payouts\/[\w-]+|operator\/(?:money-store|money-reports-store|payout-steps)|settlement\/handle-payout-event)\.ts$/,
  },
];

/** What a file does that another is the door for, one sentence each. */
export function secondDoors(file: string, text: string): string[] {
  return DOORS.filter(({ pattern, home }) => pattern.test(text) && !home.test(file)).map(
    ({ what, home }) => `${file} ${what}, which is for ${home.source} alone`,
  );
}

/** The doors that no file has: their patterns are out of date. */
export function missingDoors(files: { file: string; text: string }[]): string[] {
  return DOORS.filter(
    ({ pattern, home }) => !files.some(({ file, text }) => home.test(file) && pattern.test(text)),
  ).map(({ what }) => what);
}
