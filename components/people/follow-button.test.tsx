import { waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { answers, button, problem, ready, router, show, t } from "@/tests/support/screen";
import { FollowButton } from "./follow-button";

const follow = (name: "follow" | "followed") => button(t(`people.${name}`));

it("somebody is followed once the server has stored it, and no longer after another press", async () => {
  const fetch = answers({ body: {} });
  const { user } = show(<FollowButton username="d.aan" followed={false} />);
  await user.click(follow("follow"));
  await waitFor(() => expect(follow("followed").getAttribute("aria-pressed")).toBe("true"));
  await user.click(await ready(() => follow("followed")));
  await waitFor(() => expect(follow("follow").getAttribute("aria-pressed")).toBe("false"));
  expect(fetch.mock.calls.map(([path, { method }]) => [method, path])).toEqual([
    ["PUT", "/api/people/d.aan/follow"],
    ["DELETE", "/api/people/d.aan/follow"],
  ]);
  expect(router.refresh).toHaveBeenCalledTimes(2);
});

it("what was not stored is not shown", async () => {
  answers({ status: 429, body: problem("RATE_LIMITED", "Too many tries.") });
  const { user, findByText } = show(<FollowButton username="daan" followed={false} />);
  await user.click(follow("follow"));
  expect(await findByText("Too many tries.")).toBeDefined();
  expect(follow("follow").getAttribute("aria-pressed")).toBe("false");
  expect(router.refresh).not.toHaveBeenCalled();
});
