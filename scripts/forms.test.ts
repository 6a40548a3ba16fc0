import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { sourceFiles } from "./source-files";

it("every form says how it is sent: pressed too early, one without a method puts what was typed in the address", () => {
  const forms = sourceFiles(/^(app|components)\/.*(?<!\.test)\.tsx$/).flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/<form\b[^<]*/g)].map(([form]) => ({ file, form })),
  );
  expect(forms.length).toBeGreaterThan(20);
  expect(forms.filter(({ form }) => !/\smethod="(get|post)"/.test(form)).map(({ file }) => file)).toEqual([]);
});
