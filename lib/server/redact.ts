/** Fields that are never logged, at the top of a line or one level below, whoever puts them there. */
const PRIVATE_FIELDS = [
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
export const PRIVATE_PATHS = PRIVATE_FIELDS.flatMap((field) => [field, `*.${field}`]);

/** What gives itself away by its form, wherever it stands. Each part of an address has its length: without one, a long word takes seconds. */
const PRIVATE_FORMS: [RegExp, string][] = [
  [/[\p{L}\p{N}._%+-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,9}\p{L}{2,63}/gu, "[e-mail]"],
  [/_secret_\w+/g, "_secret_[kept back]"],
  [/\b(?:sk|rk|whsec|tok|pm)_\w{4,}/g, "[key]"],
  [/\b(Bearer|Basic) +[\w.~+/-]+=*/g, "$1 [kept back]"],
  [/\$argon2\w+\$[\w$=,+/]+/g, "[hash]"],
  [/((?:__Host-)?steuntje\.session=)[\w-]+/g, "$1[kept back]"],
  [/data:image\/[\w.+-]+[;,][^\s"\\]*/g, "[picture]"],
];

/** A line without what must not be in it: some library's error could hold what it was given. */
export function withoutPrivate(line: string): string {
  return PRIVATE_FORMS.reduce((text, [form, instead]) => text.replace(form, instead), line);
}
