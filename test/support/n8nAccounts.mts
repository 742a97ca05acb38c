/** Secrets of the sandbox's accounts, and wrong ones: what must never be found where it does not belong. */
export const PASSWORD = 'sandbox-password';
export const WRONG_PASSWORD = 'a-wrong-password-77';
export const TOTP_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
export const WRONG_TOTP_SECRET = 'KRSXG5CTMVRXEZLUKRSXG5CTMVRXEZLU';
export const BACKUP_CODES = ['SANDBOX-0001', 'SANDBOX-0002', 'SANDBOX-0003', 'SANDBOX-0004'];
