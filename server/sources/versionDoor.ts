import { ForkpointError } from '../../shared/errors.ts';

/**
 * Refuses a record that a newer version wrote, before its shape is looked at.
 * @throws ForkpointError `newer-version`
 */
export function refuseNewer(value: unknown, known: number, where: string): void {
  const version = typeof value === 'object' && value !== null && 'version' in value ? value.version : null;
  if (typeof version === 'number' && version > known) {
    throw new ForkpointError('newer-version', { where, version, known });
  }
}
