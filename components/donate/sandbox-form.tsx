import { useLocale, useTranslations } from "next-intl";
import { type FormEvent, useEffect, useState } from "react";
import { InputField } from "@/components/shared/field";
import { RadioTile } from "@/components/ui/radio-tile";
import { Skeleton } from "@/components/ui/skeleton";
import type { PaidAt } from "@/lib/domain/donations/reserve-rules";
import { SandboxCard } from "./sandbox-card";
import {
  confirmInSandbox,
  METHODS,
  offeredInSandbox,
  type Paid,
  type SandboxMethod,
} from "./sandbox-payment";
import type { CardFormProps } from "./types";

/** The payments sandbox's form for a donation: a card, a bank or a phone, as the account offers them. */
export function SandboxForm({
  setup,
  clientSecret,
  returnUrl,
  busy,
  onPay,
  onEdit,
  children,
}: CardFormProps) {
  const t = useTranslations("donate.sandbox");
  const { publishableKey } = setup;
  const locale = useLocale();
  const [offered, setOffered] = useState<SandboxMethod[] | null>(null);
  const [chosen, setChosen] = useState<SandboxMethod | null>(null);

  useEffect(() => {
    let shown = true;
    offeredInSandbox(publishableKey, clientSecret, locale).then((methods) => {
      if (shown) setOffered(methods.length > 0 ? methods : ["card"]);
    });
    return () => {
      shown = false;
    };
  }, [publishableKey, clientSecret, locale]);

  const pay = (paid: Paid, by: PaidAt) =>
    onPay(() => confirmInSandbox({ publishableKey, clientSecret, returnUrl, paid }), by);

  if (offered === null) return <Skeleton className="h-40" />;
  const method = chosen ?? offered[0] ?? "card";
  return (
    <div className="flex flex-col gap-4">
      {offered.length > 1 && (
        <fieldset className="grid grid-cols-2 gap-2" disabled={busy}>
          <legend className="sr-only">{t("methods.question")}</legend>
          {offered.map((each) => (
            <RadioTile
              key={each}
              name="sandbox-method"
              value={each}
              checked={each === method}
              onChange={() => {
                onEdit();
                setChosen(each);
              }}
            >
              {t(`methods.${each}`)}
            </RadioTile>
          ))}
        </fieldset>
      )}
      {method === "card" ? (
        <SandboxCard busy={busy} onEdit={onEdit} onCard={(typed) => pay({ method, ...typed }, "card")}>
          {children}
        </SandboxCard>
      ) : (
        <OtherMethod method={method} busy={busy} onPay={(name) => pay({ method, name }, METHODS[method])}>
          {children}
        </OtherMethod>
      )}
    </div>
  );
}

type OtherProps = Pick<CardFormProps, "busy" | "children"> & {
  method: Exclude<SandboxMethod, "card">;
  onPay: (name: string) => void;
};

/** What comes next at a bank, or what a phone would ask; Bancontact needs the payer's name. */
function OtherMethod({ method, busy, onPay, children }: OtherProps) {
  const t = useTranslations("donate.sandbox");
  const [name, setName] = useState("");
  const isBank = METHODS[method] === "bank";

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!busy) onPay(name);
  }

  return (
    <form method="post" onSubmit={submit} className="flex flex-col gap-4">
      <p className="rounded-xl bg-accent-soft px-4 py-2 text-accent-foreground">
        {t(isBank ? "bankNotice" : "phoneNotice")}
      </p>
      {method === "bancontact" && (
        <InputField
          label={t("name")}
          autoComplete="name"
          required
          maxLength={100}
          readOnly={busy}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      )}
      {children}
    </form>
  );
}
