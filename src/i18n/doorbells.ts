/** By what an agent was woken, as `status` and `log` show it; one that is not here is shown by its name. */
export type DoorbellWords = Readonly<Partial<Record<string, string>>>;

export const enDoorbells: DoorbellWords = {};

export const jaDoorbells: DoorbellWords = {
  typed: '打鍵',
  socket: 'ソケット',
  reconnect: '再接続',
  ritual: '儀式',
};
