import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { MAIL_KIND_NAMES, mailKind } from "@/lib/ground/mail-kinds";

const FUNCTIONS = "db/functions";

it("the functions of the database give each kind the stream and the push of MAIL_KINDS", () => {
  const sql = readdirSync(FUNCTIONS)
    .map((file) => readFileSync(join(FUNCTIONS, file), "utf8"))
    .join("\n");
  const calls = [...sql.matchAll(/perform write_mail\('(\w+)', '(\w+)', (true|false),/g)];
  expect(calls).toHaveLength(sql.split("perform write_mail(").length - 1);
  expect(calls.length).toBeGreaterThan(0);
  for (const [, name, stream, pushes] of calls) {
    const kind = MAIL_KIND_NAMES.find((each) => each === name);
    if (!kind) throw new Error(`there is no kind ${name}`);
    expect({ name, stream, pushes: pushes === "true" }).toEqual({
      name,
      stream: mailKind(kind).stream,
      pushes: mailKind(kind).push === true,
    });
  }
});
