import { act } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { stepUp, withProof } from "@/components/shared/step-up";
import { ApiError } from "@/lib/web/http";
import { button, dialogCloses, dialogOpens, openDialog, ready, show } from "@/tests/support/screen";
import { StepUp } from "./step-up";

const sent: (() => void)[] = [];

vi.mock("./step-up-dialog", () => ({
  StepUpDialog: ({ onEnd, onClose }: { onEnd: (proven: boolean) => void; onClose: () => void }) => (
    <div role="dialog">
      <button type="button" onClick={() => void sent.push(() => onEnd(true))}>
        Send
      </button>
      <button type="button" onClick={() => onEnd(true)}>
        Prove
      </button>
      <button type="button" onClick={onClose}>
        Close
      </button>
    </div>
  ),
}));

it.each([
  ["Prove", true],
  ["Close", false],
])("the caller waits for the dialog's answer: %s", async (name, isProven) => {
  const { user } = show(<StepUp />);
  expect(openDialog()).toBeNull();
  const asked = stepUp();
  await dialogOpens();
  await user.click(await ready(() => button(name)));
  expect(await asked).toBe(isProven);
  await dialogCloses();
});

it("a call that asks for a proof is made again after it, and not without it", async () => {
  const { user } = show(<StepUp />);
  const call = vi.fn(async () => {
    if (call.mock.calls.length < 3) throw new ApiError(403, "STEP_UP_REQUIRED", "Prove it");
    return "done";
  });
  const refused = withProof(call).catch(({ code }: ApiError) => code);
  await dialogOpens();
  await user.click(await ready(() => button("Close")));
  expect(await refused).toBe("STEP_UP_REQUIRED");
  const done = withProof(call);
  await dialogOpens();
  await user.click(await ready(() => button("Prove")));
  expect(await done).toBe("done");
});

it("two calls that ask at once get the answer of one dialog", async () => {
  const { user } = show(<StepUp />);
  const asked = [stepUp(), stepUp()];
  await dialogOpens();
  await user.click(await ready(() => button("Prove")));
  expect(await Promise.all(asked)).toEqual([true, true]);
});

it("a call that asks while the proof is sent gets its answer too", async () => {
  const { user } = show(<StepUp />);
  const first = stepUp();
  await dialogOpens();
  await user.click(await ready(() => button("Send")));
  const second = stepUp();
  await act(async () => sent.shift()?.());
  expect(await Promise.all([first, second])).toEqual([true, true]);
});

it("on a page without the dialog nothing is proven", async () => {
  const { change } = show(<StepUp />);
  await act(async () => change(null));
  expect(await stepUp()).toBe(false);
});
