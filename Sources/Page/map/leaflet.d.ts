// Types of the parts of Leaflet (Debian's libjs-leaflet) that the page uses.

export interface LatLng {
  lat: number;
  lng: number;
}
export interface Point {
  x: number;
  y: number;
}
export interface LatLngBounds {
  getSouth(): number;
  getWest(): number;
  getNorth(): number;
  getEast(): number;
  contains(point: [number, number]): boolean;
}
export class Map {
  constructor(element: HTMLElement, options: object);
  setView(center: [number, number], zoom?: number, options?: object): this;
  getZoom(): number;
  getMinZoom(): number;
  getMaxZoom(): number;
  getCenter(): LatLng;
  getBounds(): LatLngBounds;
  fitBounds(bounds: [number, number][], options?: object): this;
  panTo(center: [number, number]): this;
  zoomIn(): this;
  zoomOut(): this;
  on(events: string, listener: (event: { latlng: LatLng }) => void): this;
  remove(): void;
  invalidateSize(options?: object): this;
}
export class Layer {
  addTo(map: Map): this;
  remove(): this;
}
export class GridLayer extends Layer {
  constructor(options?: object);
  static extend(members: object): typeof GridLayer;
  redraw(): this;
}
export class TileLayer extends GridLayer {
  constructor(address: string, options?: object);
}
export class DivIcon {
  constructor(
    options: { html: Element; className: string; iconSize: [number, number] },
  );
}
export class Marker extends Layer {
  constructor(place: [number, number], options: object);
  setLatLng(place: [number, number]): this;
}
export const DomEvent: {
  disableClickPropagation(element: Element): void;
};
export const PolyUtil: {
  clipPolygon(points: Point[], bounds: object): Point[];
};
export function bounds(one: [number, number], other: [number, number]): object;
