export { maskSecrets } from '../protocol/mask-secrets.ts';
