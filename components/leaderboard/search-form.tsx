import { Search, X } from "lucide-react";
import Form from "next/form";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { TabPending } from "@/components/shell/tab-pending";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import type { Period } from "@/lib/ground/vocabulary";
import { leaderboardHref } from "./period-links";

/** Finds people by username. The server searches, so everyone is found with their true rank (D31). */
export function SearchForm({ period, search }: { period: Period; search: string }) {
  const t = useTranslations("leaderboard");
  return (
    <Form action="/leaderboard" role="search" className="flex gap-2">
      {period !== "all" && <input type="hidden" name="period" value={period} />}
      <span className="relative min-w-0 flex-1">
        <Input
          key={search}
          name="search"
          aria-label={t("search")}
          placeholder={t("search")}
          defaultValue={search}
          maxLength={80}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          className={search ? "pr-12" : ""}
        />
        {search !== "" && (
          <Link
            href={leaderboardHref(period, "")}
            aria-label={t("clear")}
            className="absolute top-0.5 right-0.5 grid size-11 place-items-center rounded-lg text-muted-foreground"
          >
            <X aria-hidden className="size-5" />
            <TabPending href="/leaderboard" />
          </Link>
        )}
      </span>
      <Button type="submit" variant="secondary" aria-label={t("submit")} className="size-12 px-0">
        <Search aria-hidden />
      </Button>
    </Form>
  );
}
