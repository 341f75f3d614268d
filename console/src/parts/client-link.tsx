import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useWho, type Role } from '../session.js';

/** Roles that the API admits to the page of a client. */
const SEE_CLIENTS: readonly Role[] = ['admin', 'underwriter', 'issuing', 'auditor'];

interface ClientLinkProps {
  /** Number in the register; null before the register has the person. */
  readonly id: number | null;
  readonly name: string;
}

/** The name of a client, which leads to the client's page for the roles that see it. */
export function ClientLink({ id, name }: ClientLinkProps): ReactNode {
  const { role } = useWho();
  return id === null || !SEE_CLIENTS.includes(role) ? name : <Link to={`/clients/${id}`}>{name}</Link>;
}
