import { enDashboard } from './dashboard-en.ts';
import { jaDashboard } from './dashboard-ja.ts';
import type { DashboardTexts } from './dashboard-texts.ts';
import type { Language } from './texts.ts';

/** Apart from the other texts: no relay needs them. */
export const dashboardTexts: Record<Language, DashboardTexts> = {
  en: enDashboard,
  ja: jaDashboard,
};
