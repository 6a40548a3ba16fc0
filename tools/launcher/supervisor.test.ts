import { describe, expect, it } from "vitest";
import type { Child } from "./child";
import { Supervisor } from "./supervisor";

/** A child that runs until it is stopped or ended. */
function childOf(name: string, rest: Partial<Child> = {}) {
  let end: (how: string) => void = () => undefined;
  const ended = new Promise<string>((resolve) => {
    end = resolve;
  });
  const child: Child = { name, ended, stop: async () => end("SIGTERM"), ...rest };
  return { child, end };
}

/** A start whose build still runs, and where everything else is ready. */
async function building() {
  const supervisor = new Supervisor();
  const [build, postgres] = [childOf("The build", { isTask: true }), childOf("PostgreSQL")];
  await supervisor.add(build.child);
  await supervisor.add(postgres.child);
  const built = build.child.ended.then((how) => {
    if (how !== "exit code 0") throw new Error(`The application could not be built (${how}).`);
    supervisor.remove(build.child);
  });
  return { supervisor, build, postgres, result: supervisor.together(built, Promise.resolve("ready")) };
}

describe("what the application needs, beside its build", () => {
  it("is given once both are done", async () => {
    const { build, result } = await building();
    build.end("exit code 0");
    expect(await result).toBe("ready");
  });

  it("stops the build at once when it ends, and says what ended", async () => {
    const { build, postgres, result } = await building();
    postgres.end("SIGKILL");
    await expect(result).rejects.toThrow("PostgreSQL ended (SIGKILL): everything is stopped.");
    expect(await build.child.ended).toBe("SIGTERM");
  });

  it("is stopped when the build fails", async () => {
    const { build, postgres, result } = await building();
    build.end("exit code 1");
    await expect(result).rejects.toThrow("The application could not be built (exit code 1).");
    expect(await postgres.child.ended).toBe("SIGTERM");
  });
});
