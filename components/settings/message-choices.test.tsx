import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { chooseLevelAction, chooseMessagesAction } from "@/lib/actions/messages";
import { channelsOf, levelChoice } from "@/lib/domain/messages/rules";
import type { ChosenKind } from "@/lib/domain/messages/types";
import { answersLater, refusal, show, t } from "@/tests/support/screen";
import { MessageChoices } from "./message-choices";

vi.mock("@/lib/actions/messages", () => ({ chooseMessagesAction: vi.fn(), chooseLevelAction: vi.fn() }));
const action = vi.mocked(chooseMessagesAction);
const levelAction = vi.mocked(chooseLevelAction);
type Answer = Awaited<ReturnType<typeof chooseMessagesAction>>;
const SAVED = { ok: true, data: undefined } as Answer;

const CHOICES: ChosenKind[] = [
  { kind: "gift_received", stream: "money", channels: { app: "on", push: "off", mail: "now" } },
  { kind: "digest", stream: "news", channels: { app: null, push: null, mail: "weekly" } },
];
const inApp = () => screen.getByRole("switch", { name: /Someone donated to you In the app/ });
const byMail = () =>
  screen.getByRole("combobox", { name: /Someone donated to you E-mail/ }) as HTMLSelectElement;

it("a switch moves at once, saves its kind and channel, and says so when it is saved", async () => {
  const answer = answersLater(action);
  const { user } = show(<MessageChoices choices={CHOICES} />);
  await user.click(inApp());
  expect(inApp().getAttribute("aria-checked")).toBe("false");
  expect(action).toHaveBeenCalledExactlyOnceWith({ kind: "gift_received", channel: "app", value: "off" });
  expect(screen.queryByText(t("messageSettings.saved"))).toBeNull();
  answer.resolve(SAVED);
  expect(await screen.findByText(t("messageSettings.saved"))).toBeDefined();
});

it("how often mail comes is saved as chosen", async () => {
  action.mockResolvedValue(SAVED);
  const { user } = show(<MessageChoices choices={CHOICES} />);
  await user.selectOptions(byMail(), "daily");
  expect(action).toHaveBeenCalledExactlyOnceWith({ kind: "gift_received", channel: "mail", value: "daily" });
});

it("a refused choice goes back and says why; one whose session ended leads to the login", async () => {
  action.mockResolvedValue(refusal("UNAUTHENTICATED", "Please log in."));
  const { user } = show(<MessageChoices choices={CHOICES} />);
  await user.click(inApp());
  await waitFor(() => expect(inApp().getAttribute("aria-checked")).toBe("true"));
  expect(await screen.findByText(/^Please log in\. Everything is as it was/)).toBeDefined();
  expect((await screen.findByRole("link")).getAttribute("href")).toBe("/auth?next=%2F");
});

it("a lost connection takes the choice back too", async () => {
  action.mockRejectedValue(new TypeError("Failed to fetch"));
  const { user } = show(<MessageChoices choices={CHOICES} />);
  await user.selectOptions(byMail(), "off");
  await waitFor(() => expect(byMail().value).toBe("now"));
  expect((await screen.findAllByText(/Network problem/)).length).toBeGreaterThan(0);
});

it("what cannot be chosen has no switch", () => {
  show(<MessageChoices choices={CHOICES} />);
  expect(screen.getAllByRole("switch")).toHaveLength(2);
});

it("one choice of three sets everything, and the details say it", async () => {
  levelAction.mockResolvedValue(SAVED);
  const { user, change } = show(<MessageChoices choices={CHOICES} />);
  const level = (name: "everything" | "important" | "necessary") =>
    screen.getByRole("radio", { name: new RegExp(`^${t(`messageSettings.levels.${name}.name`)}`) });
  expect(screen.getAllByRole("radio").some((radio) => (radio as HTMLInputElement).checked)).toBe(false);
  await user.click(level("important"));
  expect(levelAction).toHaveBeenCalledExactlyOnceWith({ level: "important" });
  change(
    <MessageChoices
      choices={CHOICES.map(({ kind, ...rest }) => ({
        ...rest,
        kind,
        channels: channelsOf(kind, levelChoice("important", kind)),
      }))}
    />,
  );
  expect((level("important") as HTMLInputElement).checked).toBe(true);
  expect(byMail().value).toBe("daily");
  levelAction.mockRejectedValue(new TypeError("Failed to fetch"));
  await user.click(level("necessary"));
  await waitFor(() => expect((level("important") as HTMLInputElement).checked).toBe(true));
});
