"use client";

import { Bell, CirclePlus, House, type LucideIcon, Trophy, UserRound } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { useLiveUnread } from "@/components/shared/use-live";
import { cn } from "@/components/ui/cn";
import { type Tab, TabPending } from "./tab-pending";

const TABS = [
  { href: "/", name: "home", icon: House },
  { href: "/request", name: "request", icon: CirclePlus },
  { href: "/leaderboard", name: "leaderboard", icon: Trophy },
  { href: "/profile", name: "profile", icon: UserRound },
  { href: "/notifications", name: "notifications", icon: Bell },
] as const satisfies { href: Tab; name: string; icon: LucideIcon }[];

const MOST_SHOWN = 99;

type Props = {
  unread: number;
  /** When the page was rendered, in milliseconds. */
  renderedAt: number;
};

/**
 * The five tabs, each as wide as its text. Larger text grows here as far as the longest language fits, which is why
 * its size also depends on the screen.
 */
export function TabBar(rendered: Props) {
  const t = useTranslations("shell");
  const unread = useLiveUnread(rendered.unread, rendered.renderedAt);
  const pathname = usePathname();
  return (
    <nav aria-label={t("tabs.label")} className="pb-safe fixed inset-x-0 bottom-0 z-30 border-t bg-card">
      <ul className="mx-auto flex min-h-16 max-w-2xl px-1 lg:max-w-5xl">
        {TABS.map(({ href, name, icon: Icon }) => {
          const current = pathname === href;
          const count = name === "notifications" ? unread : 0;
          return (
            <li key={href} className="flex-auto">
              <Link
                href={href}
                aria-current={current ? "page" : undefined}
                className={cn(
                  "flex h-full min-w-11 flex-col items-center justify-center gap-1 rounded-lg px-0.5 text-[min(0.75rem,3.4vw)] default:font-medium default:text-muted-foreground",
                  current && "font-semibold text-primary",
                )}
              >
                <span className="relative">
                  <Icon
                    aria-hidden
                    className="size-[clamp(24px,1.5rem,9vw)]"
                    strokeWidth={current ? 2.4 : 1.9}
                  />
                  {count > 0 && (
                    <span
                      aria-hidden
                      className="absolute -top-1.5 left-3.5 min-w-[1.67em] rounded-full bg-destructive px-1 text-center text-[clamp(12px,0.75rem,4vw)] leading-[1.67] font-bold text-destructive-foreground tabular-nums"
                    >
                      {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
                    </span>
                  )}
                </span>
                {t(`tabs.${name}`)}
                <TabPending href={href} />
                {count > 0 && <span className="sr-only">{t("tabs.unread", { count })}</span>}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
