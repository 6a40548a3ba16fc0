"use client";

import { useTranslations } from "next-intl";
import * as Primitive from "radix-ui/tabs";
import type { ComponentProps } from "react";
import { Button } from "@/components/ui/button";
import type { Greetings } from "./greeting";
import { LoginForm } from "./login-form";
import { RegisterForm } from "./register-form";

type Props = { next: string; tab: "login" | "register"; greetings: Greetings };

/** Login and register; both stay mounted, so that what was typed is still there on the way back. */
export function AuthTabs({ next, tab, greetings }: Props) {
  const t = useTranslations("auth");
  return (
    <Primitive.Root id="account" key={tab} defaultValue={tab} className="scroll-mt-4">
      <Primitive.List aria-label={t("tabs")} className="flex flex-wrap gap-1 rounded-xl bg-muted p-1">
        <Trigger value="login">{t("login.tab")}</Trigger>
        <Trigger value="register">{t("register.tab")}</Trigger>
      </Primitive.List>
      <Primitive.Content value="login" forceMount className="pt-5 data-[state=inactive]:hidden">
        <LoginForm next={next} greetings={greetings} />
        <GoogleButton next={next} />
      </Primitive.Content>
      <Primitive.Content value="register" forceMount className="pt-5 data-[state=inactive]:hidden">
        <RegisterForm next={next === "/" ? "/welcome" : next} />
        <GoogleButton next={next} />
      </Primitive.Content>
    </Primitive.Root>
  );
}

function Trigger(props: ComponentProps<typeof Primitive.Trigger>) {
  return (
    <Primitive.Trigger
      className="min-h-11 flex-1 rounded-lg px-3 font-semibold text-muted-foreground data-[state=active]:bg-card dark:data-[state=active]:bg-border data-[state=active]:text-foreground data-[state=active]:shadow-sm"
      {...props}
    />
  );
}

/** A plain link, because sign-in with Google is a full page load. */
function GoogleButton({ next }: { next: string }) {
  const t = useTranslations("auth");
  return (
    <>
      <p className="my-4 flex items-center gap-3 text-sm text-muted-foreground before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
        {t("or")}
      </p>
      <Button asChild variant="outline" size="lg" className="w-full text-base">
        <a href={`/api/auth/google?next=${encodeURIComponent(next)}`}>
          <GoogleMark />
          {t("google")}
        </a>
      </Button>
    </>
  );
}

/** Google's own mark, in the colours its brand rules ask for. */
function GoogleMark() {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" className="size-5">
      <path
        fill="#4285F4"
        d="M22.56 12.25c0-.78-.07-1.53-.2-2.25H12v4.26h5.92a5.06 5.06 0 0 1-2.2 3.32v2.77h3.57c2.08-1.92 3.27-4.74 3.27-8.1z"
      />
      <path
        fill="#34A853"
        d="M12 23c2.97 0 5.46-.98 7.28-2.66l-3.57-2.77c-.98.66-2.23 1.06-3.71 1.06-2.86 0-5.29-1.93-6.16-4.53H2.18v2.84A11 11 0 0 0 12 23z"
      />
      <path fill="#FBBC05" d="M5.84 14.09a6.6 6.6 0 0 1 0-4.18V7.07H2.18a11 11 0 0 0 0 9.86l3.66-2.84z" />
      <path
        fill="#EA4335"
        d="M12 5.38c1.62 0 3.06.56 4.21 1.64l3.15-3.15A11 11 0 0 0 2.18 7.07l3.66 2.84C6.71 7.31 9.14 5.38 12 5.38z"
      />
    </svg>
  );
}
