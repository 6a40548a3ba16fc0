"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { AmountField, useAmountLike } from "@/components/shared/amount-field";
import { EmailField } from "@/components/shared/email-field";
import { InputField } from "@/components/shared/field";
import { useLiveRaised } from "@/components/shared/use-live";
import { useMoney } from "@/components/shared/use-money";
import { Waiting } from "@/components/shared/waiting";
import { Button } from "@/components/ui/button";
import { MIN_GUEST_CARD } from "@/lib/domain/donations/rules";
import type { SharedRequest } from "@/lib/domain/requests/schema";
import { breakdown, largestDonation, MAX_DONATION, MIN_DONATION } from "@/lib/ground/money";
import { ApiError, send } from "@/lib/web/http";
import { Breakdown } from "./breakdown";
import { CardForm, fetchCardForm, loading } from "./card-form";
import { NoteField, noteFields } from "./note-field";
import type { CardSetup, Intent } from "./types";
import { useAmountText } from "./use-amount-text";
import { beginOnce, usePayment } from "./use-payment";

type Props = {
  request: Pick<SharedRequest, "id" | "item" | "goal" | "raised">;
  /** When the page was rendered, in milliseconds. */
  renderedAt: number;
  /** It goes on beyond its goal (D26). */
  isOpenEnded: boolean;
  /** The token of the gift link. */
  token: string;
  /** In cents: what is offered, and the one that is chosen at first. */
  amounts: readonly number[];
  first: number;
  setup: NonNullable<CardSetup>;
};

/**
 * Gives without an account (giving.md): an amount, an address, and the provider's form. Three taps, as an amount is
 * chosen already: the address, “Continue” and “Donate”.
 */
export function GuestForm({ request, renderedAt, isOpenEnded, token, amounts, first, setup }: Props) {
  const t = useTranslations("give");
  const donate = useTranslations("donate");
  const money = useMoney();
  const amountLike = useAmountLike();
  const [email, setEmail] = useState("");
  const [name, setName] = useState("");
  const [isNamed, setIsNamed] = useState(false);
  const [tried, setTried] = useState(false);
  const [isRefused, setRefused] = useState(false);
  const address = useRef<HTMLInputElement>(null);
  const flow = usePayment(request, (requestId, amount, written) => {
    const body = {
      token,
      amount,
      email,
      anonymous: !isNamed,
      ...(isNamed && name.trim() !== "" && { name }),
      ...noteFields(written),
    };
    return beginOnce(requestId, body, () => startGuestDonation(body));
  });
  const { payment, isUnknown, note, setNote } = flow;
  const missing = request.goal - useLiveRaised(request, renderedAt);
  // Who may have paid goes on with their payment: it may be what reached the goal, and leads to the receipt.
  const maximum = largestDonation(isOpenEnded || isUnknown ? null : missing);
  const isOpen = payment.state === "idle" || payment.state === "unprepared";
  // The amount of a payment that is prepared stays, because another one begins another payment.
  const amount = useAmountText(first, isOpen ? maximum : MAX_DONATION);
  const { parsed, cents } = amount;
  const offered = amounts.filter((each) => each <= maximum);
  const problem = amountProblem();
  const step = useRef<HTMLHeadingElement>(null);

  // What was typed, or filled in by the browser, before the page was interactive.
  const readEarly = useEffectEvent(amount.type);
  useEffect(() => {
    if (!address.current?.form) return;
    const typed = new FormData(address.current.form);
    readEarly(String(typed.get("amount")));
    setEmail(String(typed.get("email")));
    setIsNamed(typed.has("named"));
  }, []);

  const isPreparing = payment.state === "preparing";

  // What takes the form's place is read from its top: the button that led here is gone.
  useEffect(() => {
    if (!isPreparing) return;
    step.current?.focus({ preventScroll: true });
    step.current?.scrollIntoView({ block: "start" });
  }, [isPreparing]);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setTried(true);
    const isValid = address.current?.checkValidity();
    setRefused(!isValid);
    if (problem !== null) {
      event.currentTarget.querySelector<HTMLInputElement>("[name=amount]")?.focus();
      return;
    }
    if (!isValid) {
      address.current?.focus();
      return;
    }
    void flow.prepare(cents);
    fetchCardForm(setup);
  }

  // What takes the place of what had the focus takes the focus too.
  const hadFocus = useRef(false);
  const noteFocus = (shown: HTMLElement | null) => () => {
    hadFocus.current = shown?.contains(document.activeElement) ?? false;
  };
  function takeFocus(element: HTMLElement | null) {
    if (hadFocus.current && document.activeElement === document.body) element?.focus();
  }

  // Not by the guest's own payment, which leads to the receipt.
  const isMoving = "intent" in payment && payment.state !== "ready";
  if (maximum === 0 && !isMoving) {
    return (
      <div ref={noteFocus} role="status" className="flex flex-col gap-4">
        <h3 ref={takeFocus} tabIndex={-1} className="text-lg font-semibold outline-none">
          {donate("goalTitle")}
        </h3>
        <p className="[overflow-wrap:anywhere]">{donate("goalText", { item: request.item })}</p>
        <Button size="lg" asChild>
          <Link href="/" prefetch={false}>
            {donate("goalBack")}
          </Link>
        </Button>
      </div>
    );
  }
  if (!isOpen) {
    return (
      // As high as with the provider's form, so that its top can be scrolled to at once.
      <div ref={noteFocus} className="flex min-h-144 flex-col gap-4">
        <h3 ref={step} tabIndex={-1} className="scroll-mt-4 text-lg font-semibold outline-none">
          {donate("cardTitle")}
        </h3>
        <Breakdown money={money} amounts={"intent" in payment ? payment.intent : breakdown(cents)} />
        {isPreparing && (
          <>
            <Waiting text={donate("preparing")} later={donate("stillPreparing")} />
            {loading()}
          </>
        )}
        <CardForm setup={setup} flow={flow} missing={missing} onLess={amount.choose} />
        {payment.state === "ready" && (
          <Button variant="ghost" onClick={flow.leave}>
            {donate("back")}
          </Button>
        )}
      </div>
    );
  }
  return (
    <form ref={noteFocus} method="post" onSubmit={submit} noValidate className="flex flex-col gap-4">
      <fieldset className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,6rem),1fr))] gap-2">
        <legend className="sr-only">{donate("amount")}</legend>
        {offered.map((each) => (
          <Button
            key={each}
            variant="outline"
            aria-pressed={cents === each}
            onClick={() => amount.choose(each)}
            className="h-auto min-h-12 px-2 text-lg tabular-nums aria-pressed:border-primary aria-pressed:bg-secondary aria-pressed:text-secondary-foreground"
          >
            {money(each)}
          </Button>
        ))}
      </fieldset>
      <AmountField
        label={donate("amount")}
        hint={
          <span aria-live="polite">
            {amount.clamped && donate("clamped")}{" "}
            {problem === null && cents < MIN_GUEST_CARD && t("bankOnly", { amount: money(MIN_GUEST_CARD) })}
          </span>
        }
        error={tried || cents > 0 ? problem : null}
        name="amount"
        value={amount.text}
        onChange={(event) => amount.type(event.target.value)}
        className="text-lg"
      />
      <EmailField
        label={t("email")}
        hint={t("emailHint")}
        error={isRefused ? t("emailMissing") : null}
        ref={address}
        required
        value={email}
        onChange={({ target }) => {
          setEmail(target.value);
          setRefused(isRefused && !target.checkValidity());
        }}
      />
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          name="named"
          checked={isNamed}
          onChange={(event) => setIsNamed(event.target.checked)}
          className="size-5 shrink-0"
        />
        {t("named")}
      </label>
      {isNamed && (
        <InputField
          label={t("name")}
          hint={t("nameHint")}
          name="name"
          autoComplete="name"
          maxLength={80}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      )}
      <NoteField note={note} onNote={setNote} />
      {payment.state === "unprepared" && (
        <p role="alert" className="font-medium text-destructive">
          {payment.error.description}
        </p>
      )}
      <Button ref={takeFocus} type="submit" size="lg">
        {cents > 0 && problem === null
          ? t("on", { amount: money(breakdown(cents).totalAmount) })
          : donate("choose")}
      </Button>
      <p className="text-center text-sm text-muted-foreground">{t("fee")}</p>
    </form>
  );

  function amountProblem(): string | null {
    if (!parsed || "problem" in parsed) {
      return parsed?.problem === "amountDecimals" ? donate("decimals") : amountLike(donate("invalid"));
    }
    return cents < MIN_DONATION ? donate("tooSmall", { amount: money(MIN_DONATION) }) : null;
  }
}

/** Starts a donation. Where cards are being tried on the link, the browser works for about a second first. */
async function startGuestDonation(donation: object): Promise<Intent> {
  const start = (proof?: string) => send<Intent>("POST", "/api/gifts/start", { ...donation, proof });
  try {
    return await start();
  } catch (error) {
    if (!(error instanceof ApiError) || error.challenge === null) throw error;
    const { solve } = await import("./solve");
    return start(await solve(error.challenge));
  }
}
