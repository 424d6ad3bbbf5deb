# SPDX-License-Identifier: Apache-2.0
"""Makes the Python package's filters of the public C++ header, which describes every filter once.

Usage: generate.py HEADER VERSION FOLDER writes FOLDER/c_factories.inc, the factories as functions of C,
FOLDER/_constants.py and FOLDER/filters.py, a class for each factory with its parameters, defaults and documentation.
"""

import re
import sys
from pathlib import Path
from typing import NamedTuple

# A parameter's type in C++: its arguments in C, the expression that C++ gets, and what it is in Python.
TYPES = {
    "int": ("int {0}", "{0}", "int"),
    "double": ("double {0}", "{0}", "float"),
    "bool": ("int {0}", "{0} != 0", "bool"),
    "Size": ("int {0}Width, int {0}Height", "cv::Size({0}Width, {0}Height)", "int | tuple[int, int]"),
    "Point": ("int {0}X, int {0}Y", "cv::Point({0}X, {0}Y)", "tuple[int, int]"),
    "Scalar": ("const double* {0}", "scalarOf({0})", "float | Sequence[float]"),
    "InputArray": ("const Images* {0}", "matOf({0})", "ArrayLike | None"),
}
DEFAULTS = {  # C++ to Python
    "true": "True",
    "false": "False",
    "Point(-1, -1)": "(-1, -1)",
    "Size()": "(0, 0)",
    "Scalar::all(0)": "0",
    "Scalar::all(DBL_MAX)": "DBL_MAX",
}
NAMES = {  # C++ to Python, where cv2 or every other library has another word
    "sigma1": "sigma",
    "sigma2": "sigmaY",
    "windowSize": "ksize",
    "borderMode": "borderType",
    "rowBorderMode": "borderType",
    "columnBorderMode": "borderTypeY",
    "borderVal": "borderValue",
}
CV_CONSTANTS = {  # OpenCV's own, with its values
    "BORDER_CONSTANT": 0, "BORDER_REPLICATE": 1, "BORDER_REFLECT": 2, "BORDER_WRAP": 3, "BORDER_REFLECT_101": 4,
    "BORDER_DEFAULT": 4, "BORDER_ISOLATED": 16,
    "MORPH_ERODE": 0, "MORPH_DILATE": 1, "MORPH_OPEN": 2, "MORPH_CLOSE": 3, "MORPH_GRADIENT": 4, "MORPH_TOPHAT": 5,
    "MORPH_BLACKHAT": 6, "FILTER_SCHARR": -1, "NORM_L1": 2, "NORM_L2": 4,
    "INTER_NEAREST": 0, "INTER_LINEAR": 1, "INTER_AREA": 3,
    "THRESH_BINARY": 0, "THRESH_BINARY_INV": 1, "THRESH_TRUNC": 2, "THRESH_TOZERO": 3, "THRESH_TOZERO_INV": 4,
    "THRESH_OTSU": 8, "THRESH_TRIANGLE": 16,
    "ADAPTIVE_THRESH_MEAN_C": 0, "ADAPTIVE_THRESH_GAUSSIAN_C": 1, "COLOR_BGR2GRAY": 6, "COLOR_RGB2GRAY": 7,
    "COLOR_BGRA2GRAY": 10, "COLOR_RGBA2GRAY": 11,
    "CV_8U": 0, "CV_8S": 1, "CV_16U": 2, "CV_16S": 3, "CV_32S": 4, "CV_32F": 5, "CV_16F": 7,
}  # fmt: skip


TYPES_OF_IMAGES = ("jointType", "srcType", "dstType")  # which the arrays of a call tell
CV2_FUNCTIONS = {"Canny", "Sobel", "Scharr", "Laplacian"}


class Parameter(NamedTuple):
    type: str
    name: str
    default: "str | None"

    @property
    def python_name(self):
        return NAMES.get(self.name, self.name)


class Factory(NamedTuple):
    base: str  # the class of C++ that it makes, of which Python has one as well
    name: str  # e.g. "createGaussianFilter"
    parameters: "list[Parameter]"
    comment: str

    @property
    def filter(self):
        return self.name[len("create") : -len("Filter")]


def parse_parameter(text):
    declared, _, default = text.partition(" = ")
    type_, name = declared.strip().rsplit(" ", 1)
    if type_ not in TYPES:
        raise SystemExit(f"generate.py: no rule for a parameter '{text.strip()}'; there are some for {list(TYPES)}")
    return Parameter(type_, name, default.strip() or None)


def parse_factories(header):
    declaration = re.compile(
        r"/\*\*((?:(?!\*/).)*)\*/\s*CV_EXPORTS_W Ptr<(\w+)> (create\w+Filter)\(((?:[^()]|\([^()]*\))*)\);", re.S
    )
    for comment, base, name, parameters in declaration.findall(header):
        texts = re.split(r",(?![^()]*\))", re.sub(r"\s+", " ", parameters))
        yield Factory(base, name, [parse_parameter(text) for text in texts], comment)


def parse_enumerations(header):
    """The constants of the header's enumerations: (name, value, what it means)."""
    for _, body in re.findall(r"^enum (\w+)\s*\{(.*?)\};", header, re.S | re.M):
        yield from re.findall(r"(\w+) = (-?\d+),? *//!< ([^\n]*)", body)


def c_function(factory):
    arguments = ", ".join(TYPES[p.type][0].format(p.name) for p in factory.parameters)
    values = ", ".join(TYPES[p.type][1].format(p.name) for p in factory.parameters)
    return (
        f"CUDATILED_C Filter* cudatiled_{factory.name}({arguments})\n{{\n"
        f"    return created([&] {{ return cv::cudatiled::{factory.name}({values}); }});\n}}\n"
    )


def plain(text):
    """Doxygen's marks as numpydoc writes them; formulas are left to the C++ manual."""
    text = re.sub(r"\\f\[.*?\\f\]\n*", "", text, flags=re.S)
    text = re.sub(r"@image html [^\n]*\n", "", text).replace("\\f$", "")
    for name, python in NAMES.items():
        text = re.sub(rf"(?<!@param )\b{name}\b", python, text)
    text = re.sub(r"\bcreate(\w+)Filter\b", r"\1", text)
    return text.strip()


def sections(comment):
    """Splits a Doxygen comment: (summary, text, {parameter: help}, errors, see also)."""
    parts = re.split(r"\n@(?=param |throws |sa )", plain(comment))
    summary, _, text = parts[0].removeprefix("@brief ").partition("\n\n")
    text = re.sub(r"(?:^|\n)@par ([\w ]+)\n", r"\n\n\1: ", text)
    helps, errors, also = {}, "", ""
    for part in parts[1:]:
        kind, _, rest = part.partition(" ")
        rest = re.sub(r"\s+", " ", rest).strip()
        if kind == "param":
            name, _, what = rest.partition(" ")
            helps[name] = what
        elif kind == "throws":
            errors = rest.removeprefix("cv::Exception ")
        else:
            also = rest
    return summary.strip(), text.strip(), helps, errors, also


def wrapped(text, indent):
    lines, line = [], ""
    for word in text.split():
        if line and len(indent) + len(line) + 1 + len(word) > 100:
            lines.append(indent + line)
            line = word
        else:
            line = f"{line} {word}".strip()
    return "\n".join(lines + [indent + line])


def docstring(factory):
    summary, text, helps, errors, also = sections(factory.comment)
    lines = [f'    """{summary}', ""]
    for paragraph in filter(None, re.split(r"\n\s*\n", text)):
        lines += [wrapped(paragraph, "    "), ""]
    lines += ["    Parameters", "    ----------"]
    for p in factory.parameters:
        if p.name in TYPES_OF_IMAGES:
            continue
        optional = f", default {python_default(p)}" if p.default else ""
        lines += [f"    {p.python_name} : {TYPES[p.type][2]}{optional}", wrapped(helps.get(p.name, ""), " " * 8)]
    if any(p.name == "dstType" for p in factory.parameters):
        standard = "float32" if re.search(r"negative:\s+32F", helps.get("dstType", "")) else "that of the source"
        lines += ["    depth : dtype, optional", f"        of the results; {standard} if None"]
    lines += ["", "    Raises", "    ------", "    cudatiled.Error", wrapped(errors, " " * 8)]
    lines += ["", "    See Also", "    --------", wrapped(also.replace("::", "."), "    "), '    """']
    return "\n".join(lines).replace("\\", "\\\\")


def python_default(parameter):
    return DEFAULTS.get(parameter.default, parameter.default)


def python_class(factory):
    own = [p for p in factory.parameters if p.name not in TYPES_OF_IMAGES]
    signature = ["self"] + [
        f"{p.python_name}: {TYPES[p.type][2]}" + (f" = {python_default(p)}" if p.default else "") for p in own
    ]
    has_depth = any(p.name == "dstType" for p in factory.parameters)
    signature += ["*", "depth: DTypeLike | None = None"] if has_depth else []
    arguments = ", ".join(f'("{p.type}", {p.python_name if p in own else repr(p.name)})' for p in factory.parameters)
    own_text = ", ".join(f"{p.python_name}={p.python_name}" for p in own)
    return (
        f"class {factory.filter}({factory.base}):\n{docstring(factory)}\n\n"
        f"    def __init__({', '.join(signature)}) -> None:\n"
        f'        super().__init__("{factory.name}", [{arguments}], {"depth" if has_depth else "None"}, '
        f"dict({own_text}))\n"
    )


def write(path, text):
    if not path.exists() or path.read_text() != text:  # so that nothing is built again for nothing
        path.write_text(text)


def main(header_path, version, folder):
    header, folder = Path(header_path).read_text(), Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    factories = list(parse_factories(header))
    if len(factories) != len(re.findall(r"CV_EXPORTS_W Ptr<\w+> create(?!Chain)", header)):
        raise SystemExit("generate.py: a factory of the header was not understood")
    made = "# SPDX-License-Identifier: Apache-2.0\n# Made by generate.py of the public C++ header.\n"
    write(
        folder / "c_factories.inc",
        "// SPDX-License-Identifier: Apache-2.0\n// Made by generate.py of the public header.\n\n"
        + "\n".join(map(c_function, factories)),
    )
    constants = [f"{name} = {value}" for name, value in CV_CONSTANTS.items()]
    constants += [f"{name} = {value}  # {meaning}" for name, value, meaning in parse_enumerations(header)]
    write(
        folder / "_constants.py",
        made
        + '"""OpenCV\'s constants that filters take, and the library\'s own."""\n\nimport sys\n\n'
        + "\n".join(constants)
        + f'\nDBL_MAX = sys.float_info.max\n__version__ = "{version}"\n',
    )
    names = ", ".join(f'"{f.filter}"' for f in factories if f.filter not in CV2_FUNCTIONS)
    write(
        folder / "filters.py",
        made + '"""A class for each filter."""\n\nfrom __future__ import annotations\n\n'
        "from collections.abc import Sequence\n\nfrom numpy.typing import ArrayLike, DTypeLike\n\n"
        "from ._constants import BORDER_CONSTANT, BORDER_DEFAULT, DBL_MAX, "
        "EMBOSS_NORTH_WEST, NORM_L2, ROBERTS_DOWN, SHARPEN_8\n"
        "from ._filter import CannyFilter, Filter, GradientFilter, JointBilateralFilter\n\n"
        + f"__all__ = [{names}]  # but those whose names cv2 has for functions\n\n\n"
        + "\n\n".join(map(python_class, factories))
        + f"\n\nEVERY_FILTER = ({', '.join(f.filter for f in factories)})\n",
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
