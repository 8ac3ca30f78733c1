/** By what an agent was woken, as `status` and `log` show it; a name that is not here is shown as it is. */
export const doorbells: Readonly<Partial<Record<string, string>>> = {};
