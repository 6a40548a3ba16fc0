import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { chooseLanguageAction } from "@/lib/actions/settings";
import { answersLater, show, t } from "@/tests/support/screen";
import { LanguageSelect } from "./language-select";

vi.mock("@/lib/actions/settings", () => ({ chooseLanguageAction: vi.fn() }));
const action = vi.mocked(chooseLanguageAction);
const select = () => screen.getByRole("combobox") as HTMLSelectElement;

it("the chosen language is shown while it is being stored", async () => {
  const answer = answersLater(action);
  const { user } = show(<LanguageSelect />);
  expect(select().value).toBe("en");
  await user.selectOptions(select(), "nl");
  expect(select().value).toBe("nl");
  expect(action).toHaveBeenCalledExactlyOnceWith("nl");
  answer.resolve();
  await waitFor(() => expect(select().value).toBe("en"));
});

it("without an answer it stays the language of the page, which is said", async () => {
  action.mockRejectedValue(new TypeError("Failed to fetch"));
  const { user, findByText } = show(<LanguageSelect />);
  await user.selectOptions(select(), "nl");
  expect(await findByText(t("toasts.updateFailed.title"))).toBeDefined();
  await waitFor(() => expect(select().value).toBe("en"));
});

it("each is named in its own language", () => {
  show(<LanguageSelect />);
  for (const option of screen.getAllByRole("option"))
    expect(option.lang).toBe((option as HTMLOptionElement).value);
});
