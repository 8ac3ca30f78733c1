import { dashboard as en } from './en/dashboard.ts';
import { dashboard as ja } from './ja/dashboard.ts';

export type DashboardTexts = typeof en;

export const dashboardTexts = { en, ja };
