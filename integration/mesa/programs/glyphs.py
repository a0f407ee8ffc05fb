"""Draws VTK's glyphs, which are instanced: points with a shape each, more of them from frame to frame.

    glyphs.py [FRAMES]
"""

import sys

from vtkmodules.vtkFiltersSources import vtkArrowSource, vtkConeSource, vtkPlaneSource, vtkSphereSource
from vtkmodules.vtkRenderingCore import vtkActor, vtkGlyph3DMapper, vtkRenderer
from vtkmodules.vtkRenderingOpenGL2 import vtkEGLRenderWindow


def main(frames):
    renderer = vtkRenderer()
    window = vtkEGLRenderWindow()
    window.SetSize(64, 64)
    window.AddRenderer(renderer)
    planes = []
    for source in (vtkConeSource(), vtkSphereSource(), vtkArrowSource()):
        plane = vtkPlaneSource()
        mapper = vtkGlyph3DMapper()
        mapper.SetInputConnection(plane.GetOutputPort())
        mapper.SetSourceConnection(source.GetOutputPort())
        actor = vtkActor()
        actor.SetMapper(mapper)
        renderer.AddActor(actor)
        planes.append(plane)
    for frame in range(frames):
        for number, plane in enumerate(planes):
            plane.SetResolution(1 + frame % (7 + number), 1 + frame % (5 + number))
        renderer.GetActiveCamera().Azimuth(1)
        window.Render()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
