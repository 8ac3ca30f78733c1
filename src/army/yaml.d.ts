/** Turned into plain data when ovld is built (scripts/yaml-module.mjs). */
declare module '*.yaml' {
  const document: unknown;
  export default document;
}
