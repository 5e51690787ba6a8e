/**
 * Text in a script that an English model does not read: it would take such text apart into single characters. Script extensions
 * cover the punctuation of these scripts, too.
 */
export const FOREIGN_SCRIPT =
  /[^\p{Script_Extensions=Latin}\p{Script_Extensions=Common}\p{Script_Extensions=Inherited}]+/u;
