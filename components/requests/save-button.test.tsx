import { act, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { answers, answersLater, button, problem, show, t } from "@/tests/support/screen";
import { SaveButton } from "./save-button";

const save = () => button(t("request.detail.save"));
const isSaved = () => save().getAttribute("aria-pressed");

it("waits until it is known, and then shows a press at once", async () => {
  const fetch = answers({ body: {} });
  const answer = answersLater(fetch);
  const { user, change } = show(<SaveButton requestId="r1" saved={null} />);
  expect(save().disabled).toBe(true);
  change(<SaveButton requestId="r1" saved={false} />);
  await user.click(save());
  expect(isSaved()).toBe("true");
  // The next one could arrive before it.
  await user.click(save());
  expect([fetch.mock.calls.length, isSaved()]).toEqual([1, "true"]);
  await act(async () => answer.resolve(Response.json({})));
  await user.click(save());
  expect(isSaved()).toBe("false");
  expect(fetch.mock.calls.map(([path, { method }]) => `${method} ${path}`)).toEqual([
    "PUT /api/requests/r1/save",
    "DELETE /api/requests/r1/save",
  ]);
});

it("takes a refused press back and says why", async () => {
  answers({ status: 429, body: problem("RATE_LIMITED", "Too many tries.") });
  const { user, findByText } = show(<SaveButton requestId="r1" saved />);
  await user.click(save());
  expect(await findByText("Too many tries.")).toBeDefined();
  await waitFor(() => expect(isSaved()).toBe("true"));
});
