import { act } from "@testing-library/react";
import { lazy, Suspense } from "react";
import { expect, it } from "vitest";
import { field, later, show } from "@/tests/support/screen";
import { WhileChecking } from "./while-checking";

/** A page whose content is there once `read` was called. */
function slowPage() {
  const content = later<{ default: () => string }>();
  const Content = lazy(() => content.promise);
  return {
    read: (text: string) => act(async () => content.resolve({ default: () => text })),
    page: (isAsking: boolean) => (
      <Suspense fallback="The screen before">
        <WhileChecking isAsking={isAsking} skeleton="Checking">
          <input aria-label="Name" />
          <Content />
        </WhileChecking>
      </Suspense>
    ),
  };
}

it("a page that asks a provider says so until the answer is there", async () => {
  const { page, read } = slowPage();
  const { container } = show(page(true));
  expect(container.textContent).toBe("Checking");
  await read("Paid");
  expect(container.textContent).toBe("Paid");
});

it("a page that asks nobody leaves the waiting to the screen before it", async () => {
  const { page, read } = slowPage();
  const { container } = show(page(false));
  expect(container.textContent).toBe("The screen before");
  await read("Paid");
  expect(container.textContent).toBe("Paid");
});

it("what was typed stays when the address is cleaned", async () => {
  const { page, read } = slowPage();
  const { user, change } = show(page(true));
  await read("Paid");
  await user.type(field("Name"), "Daan");
  change(page(false));
  expect(field("Name").value).toBe("Daan");
});
