/** The file that EICAR defined for trying scanners; it is harmless. Blanks may follow, up to 128 bytes in all. In two parts, so that no scanner finds it here. */
const TEST_VIRUS = String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}$EICAR` + '-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*';
export const TEST_VIRUS_BYTES = 128;
export const TEST_VIRUS_NAME = 'Eicar-Test-Signature';

export function isTestVirus(content: Buffer): boolean {
  return content.length <= TEST_VIRUS_BYTES && content.toString('latin1').trimEnd() === TEST_VIRUS;
}
