// SPDX-License-Identifier: Apache-2.0
// Vectors, matrices and expressions of them that at least a quarter of Rigor's sources use (as
// clang's -ftime-trace tells of a sample). The quick build puts them into its precompiled headers:
// g++ takes some 30 ms to make each of these types, in every source. Only types are made here;
// functions of them are made where they are called.
#pragma once

#include <Eigen/Dense>

namespace rigor::quick_build {

using namespace Eigen;
using namespace Eigen::internal;
using Vector6 = Matrix<double, 6, 1>;
using Matrix6 = Matrix<double, 6, 6>;
using Matrix6X = Matrix<double, 6, Dynamic>;
using RowMatrixXd = Matrix<double, Dynamic, Dynamic, RowMajor>;
template <typename A, typename B>
using DotTerm = CwiseBinaryOp<scalar_conj_product_op<double>, A, B>;
template <typename A, typename B>
using Difference = CwiseBinaryOp<scalar_difference_op<double>, A, B>;
template <typename A, typename B>
using Times = CwiseBinaryOp<scalar_product_op<double>, A, B>;
template <typename A, typename B>
using Quotient = CwiseBinaryOp<scalar_quotient_op<double>, A, B>;
template <typename A, typename B>
using Sum = CwiseBinaryOp<scalar_sum_op<double>, A, B>;
template <typename A>
using Constant = CwiseNullaryOp<scalar_constant_op<double>, A>;
template <typename A>
using Identity = CwiseNullaryOp<scalar_identity_op<double>, A>;
template <typename A>
using Absolute = CwiseUnaryOp<scalar_abs_op<double>, A>;
template <typename A>
using Squares = CwiseUnaryOp<scalar_abs2_op<double>, A>;
template <typename A>
using Opposite = CwiseUnaryOp<scalar_opposite_op<double>, A>;

template <typename... Types>
constexpr bool kMade = ((sizeof(Types) > 0) && ...);

static_assert(
    kMade<
        Array<long, 1, -1, 1>, Map<Array<long, 1, -1, 1>, 0>,
        Ref<Array<long, 1, -1, 1>, 0, InnerStride<1>>, Vector4f, Vector4d, MatrixXd, VectorXd,
        Matrix3d, Vector3d, Difference<const Vector3d, const Vector3d>, Constant<const Vector3d>,
        Times<const Constant<const Vector3d>, const Vector3d>, Product<Matrix3d, Vector3d, 0>,
        Squares<const Difference<const Vector3d, const Vector3d>>, Product<Matrix3d, Vector3d, 1>,
        Block<const Matrix3d, 1, 3, false>, Transpose<const Block<const Matrix3d, 1, 3, false>>,
        Block<const Vector3d, 3, 1, true>,
        Times<const Transpose<const Block<const Matrix3d, 1, 3, false>>,
              const Block<const Vector3d, 3, 1, true>>,
        Squares<const Vector3d>, Constant<Vector3d>, Sum<const Vector3d, const Vector3d>, Vector6,
        Block<const Identity<Matrix3d>, 3, 1, false>, Identity<Matrix3d>, Constant<Matrix3d>,
        Block<Vector6, 3, 1, false>, DotTerm<const Vector3d, const Vector3d>,
        Sum<const Vector3d, const Times<const Constant<const Vector3d>, const Vector3d>>,
        Sum<const Sum<const Vector3d, const Times<const Constant<const Vector3d>, const Vector3d>>,
            const Vector3d>,
        Block<const Vector6, 3, 1, false>, Opposite<const Vector3d>, Constant<Vector6>, Matrix6X,
        Sum<const Sum<const Vector3d, const Vector3d>, const Vector3d>, Transpose<const Matrix3d>,
        Block<const Vector4d, 3, 1, false>, Block<Vector6, -1, -1, false>,
        Times<const Constant<const Vector3d>,
              const Sum<const Sum<const Vector3d, const Vector3d>, const Vector3d>>,
        Sum<const Product<Matrix3d, Vector3d, 0>,
            const Times<const Constant<const Vector3d>, const Vector3d>>,
        Sum<const Sum<const Product<Matrix3d, Vector3d, 0>,
                      const Times<const Constant<const Vector3d>, const Vector3d>>,
            const Vector3d>,
        Vector2d, Constant<Vector2d>, Block<const Matrix3d, 3, 1, true>,

        Sum<const Product<Matrix3d, Vector3d, 0>, const Vector3d>, Constant<VectorXd>,
        Constant<const VectorXd>, Difference<const VectorXd, const VectorXd>,
        Product<Transpose<const Matrix3d>, Matrix3d, 0>,
        Product<Transpose<const Matrix3d>, Difference<const Vector3d, const Vector3d>, 0>,
        RowVectorXd, Product<Transpose<const Matrix3d>, Matrix3d, 1>,
        Block<const Transpose<const Matrix3d>, 1, 3, true>,
        Transpose<const Block<const Transpose<const Matrix3d>, 1, 3, true>>,
        Times<const Transpose<const Block<const Transpose<const Matrix3d>, 1, 3, true>>,
              const Block<const Matrix3d, 3, 1, true>>,
        Product<Transpose<const Matrix3d>, Difference<const Vector3d, const Vector3d>, 1>,
        Times<const Transpose<const Block<const Transpose<const Matrix3d>, 1, 3, true>>,
              const Block<const Vector3d, 3, 1, true>>,
        Constant<MatrixXd>, Matrix6, Block<const MatrixXd, -1, 1, true>, Squares<const VectorXd>,
        Block<MatrixXd, 1, -1, false>, Block<const MatrixXd, 1, -1, false>,
        Quotient<const Vector3d, const Constant<const Vector3d>>, RowMatrixXd, VectorXi,
        Transpose<const MatrixXd>, Product<MatrixXd, VectorXd, 0>,
        Transpose<const Block<const MatrixXd, 1, -1, false>>, Block<const VectorXd, -1, 1, true>,
        DotTerm<const Transpose<const Block<const MatrixXd, 1, -1, false>>,
                const Block<const VectorXd, -1, 1, true>>,
        Map<VectorXd, 2>, Times<const Constant<const VectorXd>, const Map<VectorXd, 2>>,
        Block<const Vector3d, 2, 1, false>, Diagonal<Matrix3d, 0>, Block<MatrixXd, -1, 1, true>,
        Times<const Constant<const VectorXd>, const VectorXd>, Block<const VectorXd, -1, 1, false>,
        Block<VectorXd, -1, 1, false>, Squares<const Block<const Vector3d, 2, 1, false>>,
        Block<VectorXd, 3, 1, false>, Constant<const Vector2d>,
        Difference<const Vector3d, const Times<const Constant<const Vector3d>, const Vector3d>>,
        Difference<const Vector6, const Vector6>,
        Times<const Constant<const Vector3d>, const Block<const Vector6, 3, 1, false>>,
        Product<Matrix3d, Block<const Vector6, 3, 1, false>, 0>, Matrix<double, 13, -1, 0, 13, 17>,
        Matrix<double, 6, -1, 0, 6, 17>, Block<Matrix<double, 13, -1, 0, 13, 17>, 6, -1, false>,
        Constant<RowVectorXd>, Product<Matrix3d, Block<const Vector6, 3, 1, false>, 1>,
        Block<const Block<const Vector6, 3, 1, false>, 3, 1, true>,
        Times<const Transpose<const Block<const Matrix3d, 1, 3, false>>,
              const Block<const Block<const Vector6, 3, 1, false>, 3, 1, true>>,
        Absolute<const VectorXd>, Map<VectorXd, 0>,
        Block<const Block<const MatrixXd, 1, -1, false>, 1, -1, true>,
        Transpose<const Block<const Block<const MatrixXd, 1, -1, false>, 1, -1, true>>,
        Transpose<Block<MatrixXd, 1, -1, false>>, Block<Vector3d, 2, 1, false>,
        Transpose<const VectorXd>,
        Quotient<const Difference<const Vector3d, const Vector3d>, const Constant<const Vector3d>>,
        Map<VectorXd, 16>, Block<const VectorXd, 3, 1, false>, Block<const VectorXd, 2, 1, false>,
        Block<VectorXd, 6, 1, false>, Squares<const Block<const VectorXd, 2, 1, false>>,
        Constant<const Vector4d>, Squares<const Vector4d>,
        Squares<const Difference<const VectorXd, const VectorXd>>,
        Sum<const VectorXd, const Times<const Constant<const VectorXd>, const VectorXd>>,
        Block<const MatrixXd, -1, -1, false>, Block<VectorXd, -1, 1, true>,
        Constant<const MatrixXd>, Absolute<const MatrixXd>>);

}  // namespace rigor::quick_build
