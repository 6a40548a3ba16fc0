import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { answers, field, later, show, t } from "@/tests/support/screen";
import { PlaceField } from "./place-field";

const GHENT = { id: 7, name: "Gent", country: "BE" };
const town = () => field(t("find.choosePlace"));
const chosen = () => document.querySelector<HTMLInputElement>("[name=placeId]")?.value;
const places = (...found: object[]) => answers({ body: found });

it("the beginning of a name means the first town of that name, written out once the field is left", async () => {
  places(GHENT, { id: 8, name: "Gentbrugge", country: "BE" });
  const { user } = show(<PlaceField placeId={null} town={null} />);
  await user.type(town(), "gent");
  await waitFor(() => expect(chosen()).toBe("7"));
  await user.tab();
  expect(town().value).toBe("Gent (BE)");
  expect(chosen()).toBe("7");
});

it("a text that is no known town is emptied, so that it does not look stored", async () => {
  places();
  const { user } = show(<PlaceField placeId={7} town="Gent (BE)" />);
  await user.clear(town());
  await user.type(town(), "Nowhere");
  await user.tab();
  await waitFor(() => expect(town().value).toBe(""));
  expect(chosen()).toBe("");
});

it("an answer to what was typed before does not replace what is typed now", async () => {
  const first = later<Response>();
  const fetch = vi.fn(async (path: string) =>
    path.endsWith("ge") ? first.promise : Response.json(path.endsWith("gent") ? [GHENT] : []),
  );
  vi.stubGlobal("fetch", fetch);
  const { user } = show(<PlaceField placeId={null} town={null} />);
  await user.type(town(), "gent");
  await waitFor(() => expect(chosen()).toBe("7"));
  first.resolve(Response.json([{ id: 9, name: "Geel", country: "BE" }]));
  await user.tab();
  expect(town().value).toBe("Gent (BE)");
});

it("a field that is left before the answer comes gets the town with it", async () => {
  const answer = later<object[]>();
  vi.stubGlobal("fetch", async () => Response.json(await answer.promise));
  const { user } = show(<PlaceField placeId={null} town={null} />);
  await user.type(town(), "gent");
  await user.tab();
  expect([town().value, chosen()]).toEqual(["gent", ""]);
  answer.resolve([GHENT]);
  await waitFor(() => expect(town().value).toBe("Gent (BE)"));
  expect(chosen()).toBe("7");
});

it("one letter sends nothing, and a failed call means no town", async () => {
  const fetch = answers(null);
  const { user } = show(<PlaceField placeId={null} town={null} error="Choose a town" />);
  expect(screen.getByText("Choose a town")).toBeDefined();
  await user.type(town(), "g");
  expect(fetch).not.toHaveBeenCalled();
  await user.type(town(), "e");
  await user.tab();
  await waitFor(() => expect(town().value).toBe(""));
});
