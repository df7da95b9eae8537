import type { ComponentType } from 'react';
import type { Role } from '../../../contract/people.ts';
import { useActor } from '../../shared/auth.tsx';
import { AdminDashboard } from './AdminDashboard.tsx';
import { KetuaDashboard } from './KetuaDashboard.tsx';
import { KoordinatorDashboard } from './KoordinatorDashboard.tsx';
import { WargaDashboard } from './WargaDashboard.tsx';

const dashboards: Record<Role, ComponentType> = {
  ketua: KetuaDashboard,
  admin: AdminDashboard,
  koordinator_perblok: KoordinatorDashboard,
  warga: WargaDashboard,
};

export default function DashboardPage() {
  const Dashboard = dashboards[useActor().jenis];
  return <Dashboard />;
}
