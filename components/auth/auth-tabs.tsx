"use client";

import { useTranslations } from "next-intl";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { GoogleButton } from "./google-button";
import { LoginForm } from "./login-form";
import { RegisterForm } from "./register-form";

/** Login and register; both stay mounted, so that what was typed is still there on the way back. */
export function AuthTabs({ next }: { next: string }) {
  const t = useTranslations("auth");
  return (
    <Tabs defaultValue="login">
      <TabsList aria-label={t("tabs")}>
        <TabsTrigger value="login">{t("login.tab")}</TabsTrigger>
        <TabsTrigger value="register">{t("register.tab")}</TabsTrigger>
      </TabsList>
      <TabsContent value="login" forceMount className="pt-5 data-[state=inactive]:hidden">
        <LoginForm next={next} />
        <GoogleButton next={next} />
      </TabsContent>
      <TabsContent value="register" forceMount className="pt-5 data-[state=inactive]:hidden">
        <RegisterForm next={next === "/" ? "/welcome" : next} />
        <GoogleButton next={next} />
      </TabsContent>
    </Tabs>
  );
}
