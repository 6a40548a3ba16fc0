import { waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { saveFile } from "@/components/shared/save-file";
import { answerStepUps } from "@/components/shared/step-up";
import { answers, answersLater, button, isBusy, problem, ready, show, t } from "@/tests/support/screen";
import { DownloadButton } from "./data-buttons";

vi.mock("@/components/shared/save-file", () => ({ saveFile: vi.fn() }));
const name = t("profile.data.download.button");
let stop: (() => void) | null = null;
afterEach(() => stop?.());

it("saves everything as a file that is named after its day, and reads it once", async () => {
  const fetch = answers({ body: {} });
  const answer = answersLater(fetch);
  const { user } = show(<DownloadButton />);
  await user.click(button(name));
  expect(isBusy(t("profile.data.download.preparing"))).toBe(true);
  await user.click(button(t("profile.data.download.preparing")));
  expect(fetch).toHaveBeenCalledOnce();
  answer.resolve(Response.json({ exportedAt: "2026-11-27T10:00:00Z", me: { name: "Emma" } }));
  await waitFor(() => expect(saveFile).toHaveBeenCalledOnce());
  expect(vi.mocked(saveFile).mock.calls[0]?.[0]).toMatchObject({ name: "personal-data-2026-11-27.json" });
});

it.each([true, false])(
  "after a proof of who it is (%s) it is read again, without one it is not",
  async (is) => {
    stop = answerStepUps(async () => is);
    answers(
      { status: 403, body: problem("STEP_UP_REQUIRED", "Prove who you are.") },
      { body: { exportedAt: "2026-11-27T10:00:00Z" } },
    );
    const { user, findByText } = show(<DownloadButton />);
    await user.click(button(name));
    if (is) await waitFor(() => expect(saveFile).toHaveBeenCalledOnce());
    else expect(await findByText("Prove who you are.")).toBeDefined();
    expect(saveFile).toHaveBeenCalledTimes(is ? 1 : 0);
  },
);

it.each([
  ["a server at fault", { status: 503, body: "gateway" }],
  ["a lost answer", null],
])("after %s the download says that it failed, and can be tried again", async (_, answer) => {
  answers(answer);
  const { user, findByText } = show(<DownloadButton />);
  await user.click(button(name));
  expect(await findByText(t("profile.data.download.failed"))).toBeDefined();
  await ready(() => button(name));
});
