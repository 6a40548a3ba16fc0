/** Fields that are never logged, at the top of a line or one level below. */
const REDACTED_FIELDS = [
  "authorization",
  "avatar",
  "body",
  "clientSecret",
  "cookie",
  "cookies",
  "description",
  "email",
  "firstName",
  "headers",
  "item",
  "lastName",
  "name",
  "password",
  "paypalEmail",
  "secret",
  "token",
  "username",
  "visaCardToken",
];

/** The same as paths, for the logger. */
export const REDACTED_PATHS = REDACTED_FIELDS.flatMap((field) => [field, `*.${field}`]);

/**
 * Private data recognised by its form, anywhere in a line. The parts of an e-mail address are bounded: unbounded, a
 * long word takes seconds.
 */
const REDACTED_FORMS: [RegExp, string][] = [
  [/[\p{L}\p{N}._%+-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,9}\p{L}{2,63}/gu, "[e-mail]"],
  [/_secret_\w+/g, "_secret_[redacted]"],
  [/\b(?:sk|rk|whsec|tok|pm)_\w{4,}/g, "[key]"],
  [/\b(Bearer|Basic) +[\w.~+/-]+=*/g, "$1 [redacted]"],
  [/([?&](?:token|key|receipt)=)[\w-]+/g, "$1[redacted]"],
  [/\$argon2\w+\$[\w$=,+/]+/g, "[hash]"],
  [/((?:__Host-)?steuntje\.session=)[\w-]+/g, "$1[redacted]"],
  [/data:image\/[\w.+-]+[;,][^\s"\\]*/g, "[picture]"],
];

/** A log line without private data, which a library's error can contain. */
export function redact(line: string): string {
  return REDACTED_FORMS.reduce((text, [form, instead]) => text.replace(form, instead), line);
}
